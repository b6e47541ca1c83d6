import type { Reply } from '@paydesk/contract/lib/endpoint'
import { paths } from '@paydesk/contract/lib/paths'
import { invitationApi } from '@paydesk/contract/people/invitation'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/apiError.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { takeLinkToken } from '../../lib/linkToken.ts'
import { NewPasswordForm } from '../../shared/session/NewPasswordForm.tsx'
import { SignInFrame } from '../../shared/session/SignInFrame.tsx'
import { FormNotice } from '../../ui/form/FormNotice.tsx'
import { PageLoading } from '../../ui/page/PageLoading.tsx'

const token = takeLinkToken()

/** The page that an invitation's link leads to. */
export default function InvitationPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(invitationApi.read, { body: { token } }, { skipErrorHandler: true }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <Accept {...data} />
  if (token && !error) return <PageLoading fullScreen />
  const refused = error instanceof ApiError && error.isAnswer
  const why = !token ? t('link.broken') : refused ? error.message : t('error.noResponse')
  return (
    <SignInFrame pageTitle={t('menu.invitation')} title={t('invitation.over')} subtitle={t('invitation.ask')}>
      <FormNotice notice={{ type: 'error', text: why }} />
      {!refused && token ? (
        <Button onClick={() => refetch()}>{t('action.retry')}</Button>
      ) : (
        <Link to={paths.login()}>{t('action.toLogin')}</Link>
      )}
    </SignInFrame>
  )
}

function Accept({ companyName, name, username, expiresAt }: Reply<typeof invitationApi.read>) {
  const [done, setDone] = useState(false)
  async function accept(password: string) {
    await call(invitationApi.accept, { body: { token, password } }, { skipErrorHandler: true })
    setDone(true)
  }
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <SignInFrame
      pageTitle={t('menu.invitation')}
      title={t('invitation.title', { company: companyName })}
      subtitle={t('invitation.explain', { name, username })}
    >
      {done ? (
        <>
          <FormNotice notice={{ type: 'success', text: t('invitation.done', { username }) }} />
          <Link to={paths.login()}>{t('action.toLogin')}</Link>
        </>
      ) : (
        <>
          <NewPasswordForm own={[username, name]} submitLabel={t('invitation.submit')} onSubmit={accept} />
          <p>{t('invitation.expires', { time: formatInstant(expiresAt, zone) })}</p>
        </>
      )}
    </SignInFrame>
  )
}
