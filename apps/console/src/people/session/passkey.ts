import { passkeyApi } from '@paydesk/contract/people/passkey'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'

/** Returns a token, or why the person or the browser refused before the service was asked. The library is loaded when it is needed. */
export async function signInWithPasskey(remember: boolean): Promise<{ token: string } | { why: string }> {
  const { browserSupportsWebAuthn, startAuthentication } = await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) return { why: t('login.passkey.unsupported') }
  const { ticket, options } = await call(passkeyApi.signInOptions, {}, { skipErrorHandler: true })
  // The person cancelled, the time ran out, or there is no passkey here: browsers deliberately do not tell pages which.
  const response = await startAuthentication({ optionsJSON: options as never }).catch(() => undefined)
  if (!response) return { why: t('login.passkey.cancelled') }
  const body = { ticket, remember, response: { ...response, clientExtensionResults: { ...response.clientExtensionResults } } }
  return call(passkeyApi.signIn, { body }, { skipErrorHandler: true })
}
