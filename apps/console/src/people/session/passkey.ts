import { passkeyApi } from '@paydesk/contract/people/passkey'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'

/** A token, or why the person or the browser said no before the service was asked. Loaded when it is wanted. */
export async function signInWithPasskey(remember: boolean): Promise<{ token: string } | { why: string }> {
  const { browserSupportsWebAuthn, startAuthentication } = await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) return { why: t('login.passkey.unsupported') }
  const { ticket, options } = await call(passkeyApi.signInOptions, {}, { skipErrorHandler: true })
  // Cancelled, timed out, or no passkey here: the browser tells pages no difference, on purpose.
  const response = await startAuthentication({ optionsJSON: options as never }).catch(() => undefined)
  if (!response) return { why: t('login.passkey.cancelled') }
  const body = { ticket, remember, response: { ...response, clientExtensionResults: { ...response.clientExtensionResults } } }
  return call(passkeyApi.signIn, { body }, { skipErrorHandler: true })
}
