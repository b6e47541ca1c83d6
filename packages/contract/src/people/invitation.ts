import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { ById, Instant } from '../lib/page.ts'
import { Password, Token } from './login.ts'

export const invitationApi = {
  send: endpoint({
    method: 'POST',
    path: '/api/user/:id/invite',
    permission: 'UpdateUser',
    summary: 'E-mail an invitation, again if need be: the earlier link stops working',
    stepUp: 'always',
    params: ById,
    reply: z.object({ expiresAt: Instant }),
  }),
  /** By POST, because a token in an address ends up in logs. */
  read: endpoint({
    method: 'POST',
    path: '/api/invitation/info',
    permission: 'public',
    summary: 'Who is invited, by the token of the link',
    sensitive: true,
    body: z.object({ token: Token }),
    reply: z.object({
      companyName: z.string(),
      username: z.string(),
      name: z.string(),
      expiresAt: Instant,
    }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/invitation/accept',
    permission: 'public',
    summary:
      'Accept an invitation, once: sets the password and activates the user, who then signs in',
    sensitive: true,
    body: z.object({ token: Token, password: Password }),
    reply: z.object({ username: z.string() }),
  }),
}
