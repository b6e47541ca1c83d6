import { loginApi, normalPhone } from '@paydesk/contract/people/login'
import type { FormEvent } from 'react'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/apiError.ts'
import { t } from '../../lib/i18n.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useFields } from '../../ui/form/useFields.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Checkbox } from '../../ui/plain/Checkbox.tsx'
import { type SignInFormProps, useAttempt } from './form.ts'
import styles from './LoginPage.module.css'
import { useCountdown } from './useCountdown.ts'

type Props = SignInFormProps & { available: boolean }

export function PhoneForm({ notice, onNotice, onReply, remember, onRemember, available }: Props) {
  const [seconds, startCountdown] = useCountdown()
  const signingIn = useAttempt(onNotice)
  const asking = useAttempt(onNotice)
  const { values, validate, field } = useFields({
    phone: phoneError,
    code: (value) => (value.trim() ? undefined : t('login.code.required')),
  })
  // Without a gateway the form says so instead of pretending to send.
  const explain = () => onNotice({ type: 'info', text: t('login.phone.notConfigured') })

  function getCode() {
    if (!validate(['phone'])) return
    if (!available) return explain()
    const phone = normalPhone(values.phone)
    void asking.attempt(
      () =>
        call(loginApi.captcha, { body: { phone } }, { skipErrorHandler: true }).catch(
          countFromRefusal,
        ),
      ({ waitSeconds }) => {
        startCountdown(waitSeconds)
        onNotice({ type: 'success', text: t('login.code.sent') })
      },
    )
  }
  /** A code was sent a moment ago, perhaps from another tab: the service says how long to wait. */
  function countFromRefusal(error: unknown): never {
    if (error instanceof ApiError && error.errorCode === 'login.codeTooSoon')
      startCountdown(Math.ceil((error.retryAfterMs ?? 0) / 1000))
    throw error
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!validate()) return
    if (!available) return explain()
    const code = values.code.trim()
    // By contract a code has six digits: anything else is wrong, and needs no call.
    if (!/^\d{6}$/.test(code)) return onNotice({ type: 'error', text: t('login.code.wrong') })
    const body = { phone: normalPhone(values.phone), code, remember }
    void signingIn.attempt(
      () => call(loginApi.phone, { body }, { skipErrorHandler: true }),
      onReply,
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      {notice}
      <TextField
        {...field('phone')}
        label={t('login.phone.number')}
        icon="mobile"
        type="tel"
        autoComplete="tel"
        maxLength={20}
      />
      <TextField
        {...field('code')}
        label={t('login.code')}
        icon="shield"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        after={
          <Button
            size="large"
            className={styles.getCode}
            onClick={getCode}
            disabled={asking.busy || seconds > 0}
          >
            {seconds > 0 ? t('login.code.wait', { seconds }) : t('login.code.get')}
          </Button>
        }
      />
      <div className={styles.row}>
        <Checkbox label={t('login.remember')} checked={remember} onChange={onRemember} />
      </div>
      <Button kind="primary" size="large" submit block busy={signingIn.busy}>
        {t('login.submit')}
      </Button>
    </form>
  )
}

function phoneError(value: string) {
  const phone = normalPhone(value)
  if (!phone) return t('login.phone.required')
  return /^\+[1-9]\d{6,14}$/.test(phone) ? undefined : t('login.phone.invalid')
}
