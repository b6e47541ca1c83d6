import { passkeyApi } from '@paydesk/contract/people/passkey'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'

/** Whether it makes sense to offer a passkey here. */
export const canUsePasskeys = () => window.PublicKeyCredential !== undefined

/**
 * Returns what the passkey signed, or why the person or the browser refused before the service was
 * asked. The library is loaded when needed.
 */
export async function askPasskey() {
  const { browserSupportsWebAuthn, startAuthentication } = await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) return { why: t('login.passkey.unsupported') }
  const { ticket, options } = await call(passkeyApi.signInOptions, {}, { skipErrorHandler: true })
  // The person cancelled, the time ran out, or there is no passkey here: browsers deliberately do
  // not tell pages which.
  const response = await startAuthentication({ optionsJSON: options as never }).catch(
    () => undefined,
  )
  if (!response) return { why: t('login.passkey.cancelled') }
  return {
    signed: {
      ticket,
      response: { ...response, clientExtensionResults: { ...response.clientExtensionResults } },
    },
  }
}
