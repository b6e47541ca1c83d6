import { loginApi } from '@paydesk/contract/people/login'
import { useEffect } from 'react'
import { useAnswer } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/apiError.ts'
import { t } from '../../lib/i18n.ts'
import { TotpSetup } from '../../shared/session/TotpSetup.tsx'
import { FormNotice } from '../../ui/form/FormNotice.tsx'
import { PageLoading } from '../../ui/page/PageLoading.tsx'
import { Button } from '../../ui/plain/Button.tsx'

/**
 * Asks for the secret once per challenge: a second call would make another secret than the one
 * that was scanned.
 */
export default function Enrolment({
  challenge,
  onOver,
}: {
  challenge: string
  onOver: (why: string) => void
}) {
  const { data, error, again } = useAnswer(`secondFactorBegin ${challenge}`, () =>
    call(loginApi.secondFactorBegin, { body: { challenge } }, { skipErrorHandler: true }),
  )
  const over =
    error instanceof ApiError && error.errorCode === 'login.challengeOver'
      ? error.message
      : undefined
  useEffect(() => {
    if (over) onOver(over)
  }, [over, onOver])
  if (data) return <TotpSetup {...data} />
  if (error === undefined) return <PageLoading />
  return (
    <>
      <FormNotice notice={{ type: 'error', text: t('second.enrol.failed') }} />
      <Button onClick={again}>{t('action.retry')}</Button>
    </>
  )
}
