import { paths } from '@paydesk/contract/lib/paths'
import { loginApi } from '@paydesk/contract/people/login'
import type { FormEvent } from 'react'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useFields } from '../../ui/form/useFields.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Checkbox } from '../../ui/plain/Checkbox.tsx'
import { PlaceLink } from '../../ui/plain/PlaceLink.tsx'
import { type SignInFormProps, useAttempt } from './form.ts'
import styles from './LoginPage.module.css'

export function AccountForm({ notice, onNotice, onReply, remember, onRemember }: SignInFormProps) {
  const { busy, attempt } = useAttempt(onNotice)
  const { values, validate, field } = useFields({
    username: (value) => (value.trim() ? undefined : t('login.username.required')),
    password: (value) => (value ? undefined : t('login.password.required')),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!validate()) return
    void attempt(
      () => call(loginApi.account, { body: { ...values, remember } }, { skipErrorHandler: true }),
      onReply,
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      {notice}
      <TextField
        {...field('username')}
        label={t('login.username')}
        icon="user"
        autoComplete="username"
        maxLength={64}
        autoFocus
      />
      <TextField
        {...field('password')}
        label={t('login.password')}
        icon="lock"
        autoComplete="current-password"
        maxLength={200}
        password
      />
      <div className={styles.row}>
        <Checkbox label={t('login.remember')} checked={remember} onChange={onRemember} />
        <PlaceLink to={paths.forgot()} className={styles.inlineLink}>
          {t('login.forgot')}
        </PlaceLink>
      </div>
      <Button kind="primary" size="large" submit block busy={busy}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
