import type { Reply } from '@paydesk/contract/lib/endpoint'
import { paths } from '@paydesk/contract/lib/paths'
import { invitationApi } from '@paydesk/contract/people/invitation'
import { useState } from 'react'
import { useAnswer } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/apiError.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { takeLinkToken } from '../../lib/linkToken.ts'
import { NewPasswordForm } from '../../shared/session/NewPasswordForm.tsx'
import { SignInFrame } from '../../shared/session/SignInFrame.tsx'
import { FormNotice } from '../../ui/form/FormNotice.tsx'
import { PageLoading } from '../../ui/page/PageLoading.tsx'
import { Button } from '../../ui/plain/Button.tsx'
import { PlaceLink } from '../../ui/plain/PlaceLink.tsx'

const token = takeLinkToken()

/** The page that an invitation's link leads to. */
export default function InvitationPage() {
  return token ? <Invited /> : <Over why={t('link.broken')} />
}

function Invited() {
  const { data, error, again } = useAnswer('invitation', () =>
    call(invitationApi.read, { body: { token } }, { skipErrorHandler: true }),
  )
  if (data) return <Accept {...data} />
  if (error === undefined) return <PageLoading fullScreen />
  return error instanceof ApiError && error.isAnswer ? (
    <Over why={error.message} />
  ) : (
    <Over why={t('error.noResponse')} again={again} />
  )
}

const Over = ({ why, again }: { why: string; again?: () => void }) => (
  <SignInFrame
    pageTitle={t('menu.invitation')}
    title={t('invitation.over')}
    subtitle={t('invitation.ask')}
  >
    <FormNotice notice={{ type: 'error', text: why }} />
    {again ? (
      <Button onClick={again}>{t('action.retry')}</Button>
    ) : (
      <PlaceLink to={paths.login()}>{t('action.toLogin')}</PlaceLink>
    )}
  </SignInFrame>
)

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
          <PlaceLink to={paths.login()}>{t('action.toLogin')}</PlaceLink>
        </>
      ) : (
        <>
          <NewPasswordForm
            own={[username, name]}
            submitLabel={t('invitation.submit')}
            onSubmit={accept}
          />
          <p>{t('invitation.expires', { time: formatInstant(expiresAt, zone) })}</p>
        </>
      )}
    </SignInFrame>
  )
}
