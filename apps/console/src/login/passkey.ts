import { passkeyApi } from '@paydesk/contract/passkey'
import { call } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'

/** The person or the browser said no; the service was not asked. */
export class PasskeyRefusal extends Error {
  static asReply(error: unknown): PasskeyRefusal {
    if (error instanceof PasskeyRefusal) return error
    throw error
  }
}

export async function signInWithPasskey(remember: boolean) {
  const { browserSupportsWebAuthn, startAuthentication } = await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) throw new PasskeyRefusal(t('login.passkey.unsupported'))
  const { ticket, options } = await call(passkeyApi.signInOptions, {}, { skipErrorHandler: true })
  const response = await startAuthentication({ optionsJSON: options as never }).catch(() => {
    // Cancelled, timed out, or no passkey here: the browser tells pages no difference, on purpose.
    throw new PasskeyRefusal(t('login.passkey.cancelled'))
  })
  const body = { ticket, remember, response: { ...response, clientExtensionResults: { ...response.clientExtensionResults } } }
  return call(passkeyApi.signIn, { body }, { skipErrorHandler: true })
}
