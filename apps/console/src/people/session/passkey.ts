import { passkeyApi } from '@paydesk/contract/people/passkey'
import { call } from '../../lib/api/api.ts'
import { askPasskey } from '../../shared/session/passkey.ts'

/** Returns a token, or why there is none. */
export async function signInWithPasskey(
  remember: boolean,
): Promise<{ token: string; device: string | null } | { why: string }> {
  const { signed, why } = await askPasskey()
  if (!signed) return { why }
  return call(passkeyApi.signIn, { body: { ...signed, remember } }, { skipErrorHandler: true })
}
