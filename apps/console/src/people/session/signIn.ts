import type { Reply } from '@paydesk/contract/lib/endpoint'
import { loginApi, type SignInReply } from '@paydesk/contract/people/login'
import { useEffect, useState } from 'react'
import { useAnswer } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/apiError.ts'
import { keepDevice } from '../../lib/api/device.ts'
import { session, useSession } from '../../lib/api/session.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { place } from '../../lib/place.ts'
import { safeRedirect } from '../../lib/redirect.ts'

export type Challenge = { challenge: string; enrol: boolean }

/** The last step of every way of signing in. */
export function enter({ token, device }: { token: string; device: string | null }) {
  keepDevice(device)
  feedback.message().success(t('login.successful'))
  session.signIn(token)
}

/** A token signs the person in; a challenge for the second factor is the next step. */
export function useSignInReply() {
  const [challenge, setChallenge] = useState<Challenge>()
  const accept = (reply: SignInReply) =>
    'token' in reply ? enter(reply) : setChallenge(reply.secondFactor)
  return { challenge, accept, restart: () => setChallenge(undefined) }
}

/** The service's answer about these credentials; undefined when it gave none. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.problem.kind !== 'business') return undefined
  return error.errorCode === 'login.incorrect'
    ? t('login.incorrect')
    : error.problem.failure.errorMessage
}

/**
 * Used when the service cannot be asked: offers the ways that are usually there. Their own calls
 * then say what is wrong.
 */
const fallback: Reply<typeof loginApi.methods> = {
  phone: true,
  forgotPassword: true,
  passkey: false,
  oidc: null,
  mailbox: false,
}

/** Undefined while the service is asked, so that no button appears and then goes away. */
export function useMethods() {
  const { data, error } = useAnswer('login.methods', () =>
    call(loginApi.methods, {}, { skipErrorHandler: true }),
  )
  return data ?? (error === undefined ? undefined : fallback)
}

/** The page where the person was, or home. */
export function useTarget() {
  const [target] = useState(() =>
    safeRedirect(
      new URLSearchParams(window.location.search).get('redirect'),
      window.location.origin,
    ),
  )
  return target
}

/**
 * A new token, from this form or from another tab, returns the person to where they were.
 * The token that was there on arrival does not count: it is the one that did not work.
 */
export function useReturnAfterSignIn(target: string) {
  const { token } = useSession()
  const [arrivedWith] = useState(token)
  const signedIn = token !== '' && token !== arrivedWith
  useEffect(() => {
    if (signedIn) place.go(target, { replace: true })
  }, [signedIn, target])
  return () => place.go(target, { replace: true })
}
