import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './page.ts'

export const Username = z.string().trim().min(1).max(64)

export const CurrentUser = z.object({
  id: z.uuid(),
  username: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** The one that the user works in; for a super admin possibly not their own. */
  company: z.object({ id: z.uuid(), name: z.string(), timezone: z.string() }),
  homeCompany: z.object({ id: z.uuid(), name: z.string() }),
  actingElsewhere: z.boolean(),
  lastLoginAt: Instant.nullable(),
  lastLoginIp: z.string().nullable(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const SignIn = z.object({
  username: Username,
  password: z.string().min(1).max(200),
  /** Remember me: a longer session. */
  remember: z.boolean().default(false),
})

export const loginApi = {
  account: endpoint({
    method: 'POST',
    path: '/api/login/account',
    permission: 'public',
    summary: 'Sign in with username and password',
    body: SignIn,
    reply: z.object({ token: z.string(), expiresAt: Instant }),
  }),
  outLogin: endpoint({
    method: 'POST',
    path: '/api/login/outLogin',
    permission: 'signedIn',
    summary: 'Sign out: the token is dead from the next request on',
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
