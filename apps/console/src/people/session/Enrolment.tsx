import { loginApi } from '@paydesk/contract/people/login'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/apiError.ts'
import { t } from '../../lib/i18n.ts'
import { TotpSetup } from '../../shared/session/TotpSetup.tsx'
import { FormNotice } from '../../ui/form/FormNotice.tsx'
import { PageLoading } from '../../ui/page/PageLoading.tsx'

/** Asks for the secret once per challenge: a second call would make another secret than the one that was scanned. */
export function Enrolment({ challenge, onOver }: { challenge: string; onOver: (why: string) => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['secondFactorBegin', challenge],
    queryFn: () => call(loginApi.secondFactorBegin, { body: { challenge } }, { skipErrorHandler: true }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const over = error instanceof ApiError && error.errorCode === 'login.challengeOver' ? error.message : undefined
  useEffect(() => {
    if (over) onOver(over)
  }, [over, onOver])
  if (data) return <TotpSetup {...data} />
  if (!error) return <PageLoading />
  return (
    <>
      <FormNotice notice={{ type: 'error', text: t('second.enrol.failed') }} />
      <Button onClick={() => refetch()}>{t('action.retry')}</Button>
    </>
  )
}
