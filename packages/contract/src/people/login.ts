import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { Instant } from '../lib/page.ts'

export const Username = z.string().trim().min(1).max(64)
export const Password = z.string().min(1).max(200)
/** Opaque and random. Sessions, second-factor challenges and links in e-mails have such tokens. */
export const Token = z.string().min(20).max(200)

/**
 * People write numbers with spaces and dashes. Eleven digits starting with 1 are a mobile number
 * of mainland China.
 */
export const normalPhone = (text: string) => {
  const digits = text.replace(/[\s()-]/g, '').replace(/^00/, '+')
  return /^1\d{10}$/.test(digits) ? `+86${digits}` : digits
}
export const Phone = z
  .string()
  .max(30)
  .overwrite(normalPhone)
  .regex(/^\+[1-9]\d{6,14}$/)

export const CurrentUser = z.object({
  id: z.uuid(),
  username: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** The company that the user works in; for a super admin it may not be their own. */
  company: z.object({ id: z.uuid(), name: z.string(), timezone: z.string() }),
  homeCompany: z.object({ id: z.uuid(), name: z.string() }),
  actingElsewhere: z.boolean(),
  /** The installation was restored and sends nothing until a super admin ends it. */
  quarantined: z.boolean(),
  lastLoginAt: Instant.nullable(),
  lastLoginIp: z.string().nullable(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Remember me: a longer session. */
const remember = z.boolean().default(false)

export const SignIn = z.object({ username: Username, password: Password, remember })

/**
 * A browser keeps a token for each of the last people who signed in there and sends them along when
 * somebody signs in. Wrong passwords from a browser that the user has used before are counted apart
 * from those of strangers.
 */
export const knownDevices = { header: 'x-known-devices', most: 5 }

/** `device` is to be kept for the next sign-in; null: the browser has one for this user already. */
export const SignedIn = z.object({
  token: z.string(),
  expiresAt: Instant,
  device: z.string().nullable(),
})
/**
 * The first factor was right. `enrol`: the company requires a second factor and the user has none
 * yet, so the console calls `secondFactorBegin` first, shows the QR code, and then sends the first
 * code like any other.
 */
export const SecondFactorAsked = z.object({
  secondFactor: z.object({ challenge: Token, enrol: z.boolean(), expiresAt: Instant }),
})
/** What every way of signing in answers: a token, or the question for the second factor. */
export const SignInReply = z.union([SignedIn, SecondFactorAsked])
export type SignInReply = z.infer<typeof SignInReply>

export const TotpSetup = z.object({
  /** For typing in by hand, base32. */
  secret: z.string(),
  /** `otpauth://…`, shown as a QR code. */
  uri: z.string(),
})
/** Six digits of the authenticator, or a recovery code. */
export const SecondFactorCode = z.string().trim().min(6).max(20)

/** Seconds between two codes to the same phone: the countdown of the sign-in page. */
export const phoneCodeWaitSeconds = 60

export const loginApi = {
  methods: endpoint({
    method: 'GET',
    path: '/api/login/methods',
    permission: 'public',
    summary: 'Which ways of signing in this installation offers',
    reply: z.object({
      phone: z.boolean(),
      forgotPassword: z.boolean(),
      passkey: z.boolean(),
      /** The button's label, or null where no provider is configured. */
      oidc: z.object({ label: z.string() }).nullable(),
      /** Whether the page /dev/mailbox exists, which it does only in development. */
      mailbox: z.boolean(),
    }),
  }),
  account: endpoint({
    method: 'POST',
    path: '/api/login/account',
    permission: 'public',
    summary: 'Sign in with username and password',
    sensitive: true,
    body: SignIn,
    reply: SignInReply,
  }),
  secondFactorBegin: endpoint({
    method: 'POST',
    path: '/api/login/secondFactor/begin',
    permission: 'public',
    summary: 'Set up the second factor that the company requires, in the middle of signing in',
    sensitive: true,
    body: z.object({ challenge: Token }),
    reply: TotpSetup,
  }),
  secondFactor: endpoint({
    method: 'POST',
    path: '/api/login/secondFactor',
    permission: 'public',
    summary: 'Answer the second-factor challenge',
    sensitive: true,
    body: z.object({ challenge: Token, code: SecondFactorCode }),
    /** Recovery codes come only when the factor was just set up; they are shown once. */
    reply: SignedIn.extend({ recoveryCodes: z.array(z.string()).nullable() }),
  }),
  captcha: endpoint({
    method: 'POST',
    path: '/api/login/captcha',
    permission: 'public',
    summary: 'Send a code to a phone; answers the same whether anyone has that phone',
    sensitive: true,
    body: z.object({ phone: Phone }),
    reply: z.object({ waitSeconds: z.int() }),
  }),
  phone: endpoint({
    method: 'POST',
    path: '/api/login/phone',
    permission: 'public',
    summary: 'Sign in with a phone and the code sent to it',
    sensitive: true,
    body: z.object({ phone: Phone, code: z.string().regex(/^\d{6}$/), remember }),
    reply: SignInReply,
  }),
  forgot: endpoint({
    method: 'POST',
    path: '/api/login/forgot',
    permission: 'public',
    summary: 'E-mail a link to set a new password; answers the same whether the account exists',
    sensitive: true,
    /** A username or an e-mail address. */
    body: z.object({ account: z.string().trim().min(1).max(254) }),
    reply: z.null(),
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/login/reset',
    permission: 'public',
    summary: 'Set a new password with the token of an e-mailed link, once; ends all sessions',
    sensitive: true,
    body: z.object({ token: Token, password: Password }),
    reply: z.null(),
  }),
  undoEmail: endpoint({
    method: 'POST',
    path: '/api/login/undoEmail',
    permission: 'public',
    summary:
      'Take back another e-mail address, by the link that went to the old one; ends all sessions, and a new password must be chosen',
    sensitive: true,
    body: z.object({ token: Token }),
    reply: z.object({ username: z.string(), email: z.string() }),
  }),
  outLogin: endpoint({
    method: 'POST',
    path: '/api/login/outLogin',
    permission: 'signedIn',
    summary: 'Sign out: the token is dead from the next request on',
    stepUp: 'never',
    reply: z.null(),
  }),
  currentUser: endpoint({
    method: 'GET',
    path: '/api/currentUser',
    permission: 'signedIn',
    summary: 'The signed-in user with roles and permissions',
    personal: false,
    reply: CurrentUser,
  }),
}
