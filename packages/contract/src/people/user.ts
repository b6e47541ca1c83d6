import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { ById, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { Email, PersonName, Phone, Version } from '../lib/record.ts'
import { Username } from './login.ts'

/**
 * The most that a user may approve, per currency. Null: no limit. In a currency that is not listed
 * the user approves nothing.
 */
export const ApprovalLimits = z
  .array(z.object({ currency: Currency, amountMinor: AmountMinor.min(0) }))
  .max(50)
  .refine(
    (list) => new Set(list.map(({ currency }) => currency)).size === list.length,
    'one line per currency',
  )
  .nullable()
export type ApprovalLimits = z.infer<typeof ApprovalLimits>

export const userStatuses = ['invited', 'active', 'disabled'] as const
export const UserStatus = z.enum(userStatuses)
export type UserStatus = z.infer<typeof UserStatus>

export const User = z.object({
  id: idOf('user'),
  username: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  parentId: idOf('user').nullable(),
  parentName: z.string().nullable(),
  roles: z.array(z.object({ id: z.uuid(), code: z.string(), name: z.string() })),
  status: UserStatus,
  lastLoginAt: Instant.nullable(),
  lastLoginIp: z.string().nullable(),
  /** Whether a second factor is set up. */
  secondFactor: z.boolean(),
  /** How many of the user's sessions still work. */
  sessionCount: z.int(),
  /**
   * False: this user holds something that the caller does not, so the caller cannot
   * change this user.
   */
  manageable: z.boolean(),
  version: z.int(),
  /** The most that the user may approve of refunds that others ask for. */
  approvalLimits: ApprovalLimits,
  createdAt: Instant,
})
export type User = z.infer<typeof User>

/**
 * Which statuses allow which action on a user. The API enforces it; the console greys out
 * buttons from it.
 */
const allowed = {
  disable: ['active', 'invited'],
  enable: ['disabled'],
  endSessions: ['active'],
} satisfies Record<string, UserStatus[]>
export const userCan = (action: keyof typeof allowed, user: { status: UserStatus }) =>
  (allowed[action] as UserStatus[]).includes(user.status)

const RoleIds = z.array(z.uuid()).max(50)

export const UserQuery = PageQuery.extend({
  /** Part of the username, name, e-mail address or phone number. */
  keyword: z.string().trim().max(100).optional(),
  status: UserStatus.optional(),
  roleId: idOf('role').optional(),
  /** This user and everyone below. */
  parentId: idOf('user').optional(),
  /** Whether they have more than a password to sign in with: a code, or a passkey. */
  guarded: z.stringbool().optional(),
})

export const NewUser = z.object({
  username: Username.regex(/^[\p{L}\p{N}._@-]+$/u),
  name: PersonName,
  email: Email,
  phone: Phone.nullable().default(null),
  parentId: idOf('user').nullable().default(null),
  roleIds: RoleIds.default([]),
})
export type NewUser = z.output<typeof NewUser>

/** Strict: what is not taken here is refused and not passed over in silence. */
export const UserChange = z
  .strictObject({ name: PersonName, email: Email.nullable(), phone: Phone.nullable() })
  .partial()
  .extend({ version: Version })

/**
 * One row per user; the reader builds the tree from `parentId`. Parents come before their children.
 */
export const UserTreeNode = z.object({
  id: idOf('user'),
  parentId: idOf('user').nullable(),
  name: z.string(),
  username: z.string(),
  status: UserStatus,
  /** 1 for those who report to nobody. */
  level: z.int(),
})
export type UserTreeNode = z.infer<typeof UserTreeNode>

export const userApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/user',
    permission: 'ViewUser',
    summary: 'Users of the company by name; `parentId` keeps that user and everyone below',
    query: UserQuery,
    reply: pageOf(User),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/user/:id',
    permission: 'ViewUser',
    summary: 'One user',
    params: ById,
    reply: User,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/user',
    permission: 'UpdateUser',
    summary: 'Create a user who is invited by e-mail and chooses a password from there',
    stepUp: 'always',
    body: NewUser,
    reply: User,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/user/:id',
    permission: 'UpdateUser',
    summary:
      'Change a user’s name, e-mail address or phone number; what they may approve is asked for at /api/limitChange',
    stepUp: 'sometimes',
    params: ById,
    body: UserChange,
    reply: User,
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/user/:id/move',
    permission: 'UpdateUser',
    summary: 'Let a user report to someone else, or to nobody; never to someone below them',
    stepUp: 'always',
    params: ById,
    body: z.object({ parentId: idOf('user').nullable(), version: Version }),
    reply: User,
  }),
  setRoles: endpoint({
    method: 'POST',
    path: '/api/user/:id/roles',
    permission: 'UpdateUser',
    summary:
      'Replace a user’s roles by ones that the caller holds themselves. Ends the user’s sessions',
    stepUp: 'always',
    params: ById,
    body: z.object({ roleIds: RoleIds, version: Version }),
    reply: User,
  }),
  disable: endpoint({
    method: 'POST',
    path: '/api/user/:id/disable',
    permission: 'UpdateUser',
    summary: 'Keep a user from signing in and end their sessions',
    stepUp: 'always',
    params: ById,
    reply: User,
  }),
  enable: endpoint({
    method: 'POST',
    path: '/api/user/:id/enable',
    permission: 'UpdateUser',
    summary: 'Let a disabled user sign in again',
    stepUp: 'always',
    params: ById,
    reply: User,
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/api/user/:id/endSessions',
    permission: 'UpdateUser',
    summary: 'Sign a user out everywhere',
    stepUp: 'always',
    params: ById,
    reply: z.object({ ended: z.int() }),
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/api/user/:id/resetSecondFactor',
    permission: 'UpdateUser',
    summary: 'Remove the second factor of someone who lost it, and sign them out everywhere',
    stepUp: 'always',
    params: ById,
    reply: User,
  }),
  tree: endpoint({
    method: 'GET',
    path: '/api/userTree',
    permission: 'ViewUser|ViewAllPayPalBill',
    summary: 'Who reports to whom: every user of the company, parents before children',
    reply: z.object({ list: z.array(UserTreeNode), total: z.int(), totalIsExact: z.boolean() }),
  }),
}
