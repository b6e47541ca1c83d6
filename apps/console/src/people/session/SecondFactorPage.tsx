import { loginApi } from '@paydesk/contract/people/login'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/apiError.ts'
import { t } from '../../lib/i18n.ts'
import { loadChunk } from '../../lib/lazyPage.ts'
import { RecoveryCodes } from '../../shared/session/RecoveryCodes.tsx'
import { SignInFrame } from '../../shared/session/SignInFrame.tsx'
import { FormNotice, type Notice } from '../../ui/form/FormNotice.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useFields } from '../../ui/form/useFields.ts'
import { PageLoading } from '../../ui/page/PageLoading.tsx'
import { Button } from '../../ui/plain/Button.tsx'
import { useAttempt } from './form.ts'
import styles from './LoginPage.module.css'
import { type Challenge, enter } from './signIn.ts'

// It draws a QR code, which people need once and antd draws.
const Enrolment = lazy(() => loadChunk(() => import('./Enrolment.tsx')))

/**
 * The step after the first factor: asks for a code, or first sets up the factor that the
 * company requires.
 */
export default function SecondFactorPage({
  challenge,
  onOver,
}: {
  challenge: Challenge
  onOver: (why?: string) => void
}) {
  const [notice, setNotice] = useState<Notice>()
  const [made, setMade] = useState<{
    token: string
    device: string | null
    recoveryCodes: string[]
  }>()
  const { busy, attempt } = useAttempt(setNotice)
  const { values, validate, field } = useFields({
    code: (value) => (value.trim() ? undefined : t('second.code.required')),
  })
  const { enrol } = challenge

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!validate()) return
    const body = { challenge: challenge.challenge, code: values.code.replace(/\s/g, '') }
    void attempt(
      () =>
        call(loginApi.secondFactor, { body }, { skipErrorHandler: true }).catch(
          restartIfOver(onOver),
        ),
      (reply) => {
        if (!reply) return
        // The codes are shown once, and entering the console first would remove them
        // from the screen.
        if (reply.recoveryCodes) setMade({ ...reply, recoveryCodes: reply.recoveryCodes })
        else enter(reply)
      },
    )
  }

  if (made)
    return (
      <SignInFrame
        pageTitle={t('second.recovery.title')}
        title={t('second.recovery.title')}
        subtitle={t('second.enrol.title')}
      >
        <RecoveryCodes codes={made.recoveryCodes} />
        <Button kind="primary" size="large" block onClick={() => enter(made)}>
          {t('second.recovery.continue')}
        </Button>
      </SignInFrame>
    )
  const title = t(enrol ? 'second.enrol.title' : 'second.title')
  return (
    <SignInFrame
      pageTitle={title}
      title={title}
      subtitle={t(enrol ? 'second.enrol.explain' : 'second.explain')}
    >
      {enrol && (
        <Suspense fallback={<PageLoading />}>
          <Enrolment challenge={challenge.challenge} onOver={onOver} />
        </Suspense>
      )}
      <form onSubmit={submit} noValidate>
        <FormNotice notice={notice} />
        <TextField
          {...field('code')}
          label={t(enrol ? 'totp.code' : 'second.code')}
          icon="shield"
          autoComplete="one-time-code"
          maxLength={24}
          autoFocus
          {...(enrol && { inputMode: 'numeric' as const })}
        />
        <Button kind="primary" size="large" submit block busy={busy}>
          {t(enrol ? 'second.enrol.submit' : 'second.submit')}
        </Button>
      </form>
      <div className={styles.others}>
        <Button kind="link" className={styles.inlineLink} onClick={() => onOver()}>
          {t('second.back')}
        </Button>
      </div>
    </SignInFrame>
  )
}

/** A challenge that is over can no longer be answered; the person has to start again. */
const restartIfOver = (onOver: (why: string) => void) => (error: unknown) => {
  if (!(error instanceof ApiError) || error.errorCode !== 'login.challengeOver') throw error
  onOver(error.message)
  return undefined
}
