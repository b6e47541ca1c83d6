import { paths } from '@paydesk/contract/lib/paths'
import { identityApi } from '@paydesk/contract/people/identity'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { place } from '../../lib/place.ts'
import { type Departure, takeDeparture } from '../../shared/session/oidc.ts'
import { SignInFrame } from '../../shared/session/SignInFrame.tsx'
import { FormNotice } from '../../ui/form/FormNotice.tsx'
import { PageLoading } from '../../ui/page/PageLoading.tsx'
import { PlaceLink } from '../../ui/plain/PlaceLink.tsx'
import styles from './LoginPage.module.css'
import SecondFactorPage from './SecondFactorPage.tsx'
import { refusalOf, useReturnAfterSignIn, useSignInReply } from './signIn.ts'

/**
 * Taken from the address and the storage once, when the module loads: a code is good for one
 * exchange, and React renders twice in development.
 */
const search = new URLSearchParams(window.location.search)
const departure = takeDeparture()
window.history.replaceState(window.history.state, '', window.location.pathname)
const exchange =
  departure && search.get('code') ? begin(departure, search.get('code') ?? '') : undefined

function begin({ proof, purpose }: Departure, code: string) {
  const iss = search.get('iss')
  const body = { proof, code, state: search.get('state') ?? '', ...(iss && { iss }) }
  const skip = { skipErrorHandler: true }
  const done =
    purpose === 'bind'
      ? call(identityApi.bind, { body }, skip).then(() => ({ bound: true as const }))
      : call(identityApi.signIn, { body }, skip).then((reply) => ({ reply }))
  return done.catch((error: unknown) => ({ why: refusalOf(error) ?? t('login.failed') }))
}

/** The page that the identity provider sends the browser back to. */
export default function OidcPage() {
  const back = departure?.back ?? paths.root()
  useReturnAfterSignIn(back)
  const { challenge, accept, restart } = useSignInReply()
  const [why, setWhy] = useState(
    exchange ? undefined : t(departure ? 'oidc.cancelled' : 'oidc.foreign'),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: the exchange happens once and is listened to once
  useEffect(() => {
    let listening = true
    void exchange?.then((outcome) => {
      if (!listening) return
      if ('why' in outcome) setWhy(outcome.why)
      else if ('reply' in outcome) accept(outcome.reply)
      else {
        feedback.message().success(t('oidc.bound'))
        place.go(back, { replace: true })
      }
    })
    return () => {
      listening = false
    }
  }, [])

  if (challenge)
    return (
      <SecondFactorPage
        challenge={challenge}
        onOver={(text) => {
          setWhy(text ?? t('oidc.cancelled'))
          restart()
        }}
      />
    )
  if (!why) return <PageLoading fullScreen />
  const binding = departure?.purpose === 'bind'
  return (
    <SignInFrame pageTitle={t('menu.oidc')} title={t('oidc.failed')} subtitle={t('menu.oidc')}>
      <FormNotice notice={{ type: 'error', text: why }} />
      <div className={styles.others}>
        {binding ? (
          <PlaceLink to={back}>{t('oidc.toSettings')}</PlaceLink>
        ) : (
          <PlaceLink to={paths.login()}>{t('action.toLogin')}</PlaceLink>
        )}
      </div>
    </SignInFrame>
  )
}
