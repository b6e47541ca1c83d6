import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/api/apiError.ts'
import { showError } from '../../lib/api/errors.ts'
import { t } from '../../lib/i18n.ts'
import { FormNotice, type Notice } from '../../ui/form/FormNotice.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useFields } from '../../ui/form/useFields.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { StrengthMeter } from './StrengthMeter.tsx'

type Props = {
  own: readonly string[]
  submitLabel: string
  onSubmit: (password: string) => Promise<void>
}

/**
 * Asks for a new password twice, before the person is signed in: after a forgotten one, and to
 * accept an invitation.
 */
export function NewPasswordForm({ own, submitLabel, onSubmit }: Props) {
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<Notice>()
  const { values, validate, field } = useFields({
    password: (value) => (value ? undefined : t('password.new.required')),
    repeat: (value, all) =>
      !value
        ? t('password.repeat.required')
        : value === all.password
          ? undefined
          : t('password.repeat.differs'),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !validate()) return
    setBusy(true)
    setNotice(undefined)
    try {
      await onSubmit(values.password)
    } catch (error) {
      if (error instanceof ApiError && error.isAnswer)
        setNotice({ type: 'error', text: error.message })
      else showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <FormNotice notice={notice} />
      <TextField
        {...field('password')}
        label={t('password.new')}
        icon="lock"
        autoComplete="new-password"
        maxLength={200}
        password
        autoFocus
      />
      <StrengthMeter password={values.password} own={own} />
      <TextField
        {...field('repeat')}
        label={t('password.repeat')}
        icon="lock"
        autoComplete="new-password"
        maxLength={200}
        password
      />
      <Button kind="primary" size="large" submit block busy={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}
