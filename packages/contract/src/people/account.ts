import { z } from 'zod'
import { Bytes } from '../lib/bytes.ts'
import { endpoint } from '../lib/endpoint.ts'
import { ById, Instant } from '../lib/page.ts'
import { Language, PersonName, Timezone } from '../lib/record.ts'
import { Password, Phone, SecondFactorCode } from './login.ts'

const text = (max: number) => z.string().trim().min(1).max(max)

/** The basic fields (spec §2): each has a required message, so none can be saved empty. */
export const AccountFields = z.object({
  name: PersonName,
  email: z.email().max(254),
  nickname: text(50),
  profile: text(500),
  country: z.string().regex(/^[A-Z0-9]{2}$/),
  province: text(100),
  city: text(100),
  street: text(200),
  phone: Phone,
  locale: Language,
  timezone: Timezone,
})

/** Of the signed-in user; a field that was never filled in is null. */
export const Account = z.object({
  id: z.uuid(),
  username: z.string(),
  avatar: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  nickname: z.string().nullable(),
  profile: z.string().nullable(),
  country: z.string().nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
  street: z.string().nullable(),
  phone: z.string().nullable(),
  locale: z.string().nullable(),
  timezone: z.string().nullable(),
  version: z.int(),
})
export type Account = z.infer<typeof Account>

/** What the security section shows at a glance. */
export const AccountSecurity = z.object({
  passwordChangedAt: Instant.nullable(),
  secondFactor: z.object({ enabledAt: Instant, recoveryCodesLeft: z.int() }).nullable(),
  secondFactorRequired: z.boolean(),
  passkeyCount: z.int(),
})

export const AccountSession = z.object({
  id: z.uuid(),
  current: z.boolean(),
  device: z.string(),
  address: z.string(),
  /**
   * `internal` 内网: a private or loopback address. Other addresses are not looked up, so that no
   * other service learns them.
   */
  place: z.enum(['internal', 'unknown']),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
})
export type AccountSession = z.infer<typeof AccountSession>

export const avatarMaxBytes = 1024 * 1024
export const avatarSides = { min: 16, max: 2048 }
export const avatarTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

export const accountApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/account',
    permission: 'signedIn',
    summary: 'My personal settings',
    reply: Account,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/account',
    permission: 'signedIn',
    summary: 'Change my personal settings; another e-mail or phone asks for proof of who I am',
    stepUp: 'sometimes',
    body: AccountFields.partial().extend({ version: z.int() }),
    reply: Account,
  }),
  setAvatar: endpoint({
    method: 'POST',
    path: '/api/account/avatar',
    permission: 'signedIn',
    summary: 'Set my avatar: PNG, JPEG or WebP by content, at most 1 MB',
    stepUp: 'never',
    body: Bytes,
    reply: z.object({ avatar: z.string() }),
  }),
  /**
   * For `<img src>`, which carries no token: the id is random and known only to those
   * who were given it.
   */
  avatar: endpoint({
    method: 'GET',
    path: '/api/avatar/:id',
    permission: 'public',
    summary: 'An avatar',
    file: 'image/*',
    params: ById,
    reply: z.unknown(),
  }),
  security: endpoint({
    method: 'GET',
    path: '/api/account/security',
    permission: 'signedIn',
    summary: 'State of my password, second factor and passkeys',
    reply: AccountSecurity,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    permission: 'signedIn',
    summary: 'Change my password; a weak one is refused; ends my other sessions',
    stepUp: 'own',
    sensitive: true,
    body: z.object({ oldPassword: Password, password: Password }),
    reply: z.null(),
  }),
  reauthenticate: endpoint({
    method: 'POST',
    path: '/api/account/reauthenticate',
    permission: 'signedIn',
    summary:
      'Show that it is still me, by password or code; it counts for this session, for ten minutes',
    stepUp: 'never',
    sensitive: true,
    body: z.union([z.object({ password: Password }), z.object({ code: SecondFactorCode })]),
    reply: z.null(),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/account/session',
    permission: 'signedIn',
    summary: 'My live sessions, this one first',
    reply: z.object({ list: z.array(AccountSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/session/:id',
    permission: 'signedIn',
    summary: 'End one of my sessions',
    stepUp: 'never',
    params: ById,
    reply: z.null(),
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/account/session/endOthers',
    permission: 'signedIn',
    summary: 'End all my sessions but this one',
    stepUp: 'never',
    reply: z.object({ ended: z.int() }),
  }),
}
