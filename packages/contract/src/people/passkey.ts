import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { ById, Instant } from '../lib/page.ts'
import { SignedIn, Token } from './login.ts'

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  /**
   * True if a password manager keeps the passkey on several machines, false if one device holds it.
   */
  synced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

const PasskeyName = z.string().trim().min(1).max(50)
const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)

/**
 * `options` is what `PublicKeyCredential.parse…OptionsFromJSON` takes; `ticket` goes back
 * with the answer.
 */
const Ceremony = z.object({ ticket: Token, options: z.record(z.string(), z.unknown()) })

/** `credential.toJSON()` of the browser. */
const credential = <T extends z.ZodType>(response: T) =>
  z.object({
    id: base64url(1500),
    rawId: base64url(1500),
    type: z.literal('public-key'),
    response,
    authenticatorAttachment: z.string().max(20).nullish(),
    clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  })
export const RegistrationResponse = credential(
  z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
)
export const AuthenticationResponse = credential(
  z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    /**
     * Chromium already makes post-quantum passkeys where the server allows them: an ML-DSA-87
     * signature has 4,627 bytes.
     */
    signature: base64url(8000),
    userHandle: base64url(200).nullish(),
  }),
)

export const passkeyApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/passkey',
    permission: 'signedIn',
    summary: 'My passkeys',
    reply: z.object({ list: z.array(Passkey) }),
  }),
  registerOptions: endpoint({
    method: 'POST',
    path: '/api/account/passkey/options',
    permission: 'signedIn',
    summary: 'Begin adding a passkey',
    stepUp: 'own',
    sensitive: true,
    reply: Ceremony,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/account/passkey',
    permission: 'signedIn',
    summary: 'Add the passkey that the browser made; ends my other sessions',
    stepUp: 'own',
    sensitive: true,
    body: z.object({ ticket: Token, name: PasskeyName, response: RegistrationResponse }),
    reply: Passkey,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/account/passkey/:id',
    permission: 'signedIn',
    summary: 'Rename one of my passkeys',
    stepUp: 'never',
    params: ById,
    body: z.object({ name: PasskeyName }),
    reply: Passkey,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account/passkey/:id',
    permission: 'signedIn',
    summary: 'Remove one of my passkeys; ends my other sessions',
    stepUp: 'own',
    params: ById,
    reply: z.null(),
  }),
  signInOptions: endpoint({
    method: 'POST',
    path: '/api/login/passkey/options',
    permission: 'public',
    summary:
      'Begin signing in with a passkey: the browser offers the ones it has, no username needed',
    sensitive: true,
    reply: Ceremony,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/login/passkey',
    permission: 'public',
    summary:
      'Sign in with a passkey: possession and PIN or fingerprint at once, so no second factor is asked',
    sensitive: true,
    body: z.object({
      ticket: Token,
      response: AuthenticationResponse,
      remember: z.boolean().default(false),
    }),
    reply: SignedIn,
  }),
  reauthenticate: endpoint({
    method: 'POST',
    path: '/api/account/passkey/reauthenticate',
    permission: 'signedIn',
    summary:
      'Show that it is still me, by one of my passkeys; it counts as a second factor for this session, for ten minutes',
    stepUp: 'never',
    sensitive: true,
    body: z.object({ ticket: Token, response: AuthenticationResponse }),
    reply: z.null(),
  }),
}
