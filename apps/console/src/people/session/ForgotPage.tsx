import { paths } from '@paydesk/contract/lib/paths'
import { loginApi } from '@paydesk/contract/people/login'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'
import { SignInFrame } from '../../shared/session/SignInFrame.tsx'
import { FormNotice, type Notice } from '../../ui/form/FormNotice.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useFields } from '../../ui/form/useFields.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { PlaceLink } from '../../ui/plain/PlaceLink.tsx'
import { useAttempt } from './form.ts'
import styles from './LoginPage.module.css'
import { useMethods } from './signIn.ts'

export default function ForgotPage() {
  const [notice, setNotice] = useState<Notice>()
  const { busy, attempt } = useAttempt(setNotice)
  const unavailable = useMethods()?.forgotPassword === false
  const { values, validate, field } = useFields({
    account: (value) => (value.trim() ? undefined : t('forgot.account.required')),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!validate()) return
    // The text is the same whether or not the account exists: the answer must not reveal it.
    void attempt(
      () => call(loginApi.forgot, { body: values }, { skipErrorHandler: true }),
      () => setNotice({ type: 'success', text: t('forgot.sent') }),
    )
  }

  return (
    <SignInFrame
      pageTitle={t('menu.forgot')}
      title={t('forgot.title')}
      subtitle={t('forgot.explain')}
    >
      <form onSubmit={submit} noValidate>
        <FormNotice
          notice={unavailable ? { type: 'info', text: t('forgot.unavailable') } : notice}
        />
        <TextField
          {...field('account')}
          label={t('forgot.account')}
          icon="user"
          autoComplete="username"
          maxLength={254}
          autoFocus
        />
        <Button kind="primary" size="large" submit block busy={busy} disabled={unavailable}>
          {t('forgot.submit')}
        </Button>
      </form>
      <div className={styles.others}>
        <PlaceLink to={paths.login()}>{t('action.toLogin')}</PlaceLink>
      </div>
    </SignInFrame>
  )
}
