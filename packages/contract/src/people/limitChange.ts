import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { ById, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { settingTabs } from './companySetting.ts'
import { ApprovalLimits } from './user.ts'

export const limitChangeStates = ['waiting', 'approved', 'rejected', 'withdrawn'] as const

/**
 * Why the reader cannot approve: they asked themselves, the limits are their own, or how they or
 * who asked sign in was changed within a day.
 */
export const limitChangeObstacles = [
  'decided',
  'own',
  'subject',
  'newCredentials',
  'newAsker',
] as const

/**
 * How much may be refunded without a second person, and how much one person may approve, is not
 * changed by one person alone. A change is asked for, and somebody else agrees.
 */
export const LimitChange = z.object({
  id: idOf('limitChange'),
  /** Whose limits; null: the company's thresholds. */
  userId: idOf('user').nullable(),
  userName: z.string().nullable(),
  username: z.string().nullable(),
  before: ApprovalLimits,
  after: ApprovalLimits,
  state: z.enum(limitChangeStates),
  askedById: idOf('user'),
  askedByName: z.string(),
  askedByUsername: z.string().nullable(),
  askedAt: Instant,
  decidedByName: z.string().nullable(),
  decidedAt: Instant.nullable(),
  obstacle: z.enum(limitChangeObstacles).nullable(),
})
export type LimitChange = z.infer<typeof LimitChange>

/**
 * Limits of a user are looked after by those who look after users, the company's by those who look
 * after its settings.
 */
const permission = 'UpdateUser|UpdateCompanySetting' as const
const decide = <const N extends 'approve' | 'reject' | 'withdraw'>(name: N, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/limitChange/:id/${name}`,
    permission,
    summary,
    stepUp: name === 'approve' ? 'always' : 'never',
    params: ById,
    reply: LimitChange,
  })

export const limitChangeApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/limitChange',
    permission,
    summary: 'Changes of limits, newest first; `waiting` leaves only those that nobody has decided',
    query: PageQuery.extend({ waiting: z.stringbool().default(false) }),
    reply: pageOf(LimitChange),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/limitChange/:id',
    permission,
    summary: 'One change of limits, whether it waits or was decided',
    params: ById,
    reply: LimitChange,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/limitChange',
    permission,
    summary:
      'Ask for other limits: a user’s, or the company’s thresholds. They count once a second person agrees',
    stepUp: 'always',
    body: z.union([
      z.strictObject({ userId: idOf('user'), approvalLimits: ApprovalLimits }),
      z.strictObject({ refundThresholds: settingTabs.approval.shape.refundThresholds }),
    ]),
    reply: LimitChange,
  }),
  approve: decide('approve', 'Agree to limits that somebody else asked for: they count at once'),
  reject: decide('reject', 'Refuse limits that somebody else asked for'),
  withdraw: decide('withdraw', 'Take back one’s own request'),
}
