import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { Instant, PageQuery, pageOf } from '../lib/page.ts'

/**
 * What a comparison after a restore finds. adopted: a bill whose invoice PayPal has, though it
 * was never sent here. elsewhere: an invoice that no bill here belongs to. changed: PayPal's own
 * record has moved on since. refund: money that went back and of which nothing was known here.
 * dispute: a case that is new or has moved on. operation: a call that was under way and turns
 * out to be done. waiting: a call that is looked up again, and made if it was not, when the
 * quarantine ends. superseded: a call that must not be made any more, because PayPal has a later
 * one of which nothing is known here. approval: a request that waited for a second person and
 * may have been decided since. message: a message that may have gone out and is not repeated.
 * numbers: bill numbers that are skipped. unreadable: an account, a bill or a refund that PayPal
 * does not let us look at.
 */
export const findingKinds = [
  'adopted',
  'elsewhere',
  'changed',
  'refund',
  'dispute',
  'operation',
  'waiting',
  'superseded',
  'approval',
  'message',
  'numbers',
  'unreadable',
] as const
export const FindingKind = z.enum(findingKinds)
export type FindingKind = z.infer<typeof FindingKind>

/** taken: Paydesk did what was to do. open: a person has to look. seen: a person has. */
export const findingStates = ['open', 'seen', 'taken'] as const

export const Finding = z.object({
  id: z.uuid(),
  companyId: idOf('company'),
  companyName: z.string(),
  kind: FindingKind,
  state: z.enum(findingStates),
  accountLabel: z.string(),
  billId: idOf('bill').nullable(),
  /** A bill's number, a recipient, or PayPal's id. */
  label: z.string(),
  /** Plain facts: what PayPal says, and what we said. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  reason: z.string(),
  seenBy: z.string(),
  foundAt: Instant,
})
export type Finding = z.infer<typeof Finding>

export const ComparedAccount = z.object({
  companyId: idOf('company'),
  companyName: z.string(),
  accountId: idOf('paypalAccount'),
  label: z.string(),
  stage: z.enum(['none', 'invoices', 'bills', 'refunds', 'disputes', 'done']),
  invoices: z.int(),
  bills: z.int(),
  failure: z.string(),
  comparedAt: Instant.nullable(),
})

/** A comparison that is older says too little about now. */
export const freshMinutes = 30

/** So many are confirmed at once. */
export const mostFindings = 500

export const Quarantine = z.object({
  on: z.boolean(),
  /** Of the last quarantine, also after it was left. */
  since: Instant.nullable(),
  restoredTo: Instant.nullable(),
  why: z.string(),
  leftAt: Instant.nullable(),
  leftBy: z.string(),
  accounts: z.array(ComparedAccount),
  counts: z.array(z.object({ kind: FindingKind, state: z.enum(findingStates), count: z.int() })),
  /** What keeps it from being left. */
  missing: z.array(z.enum(['comparison', 'findings'])),
})
export type Quarantine = z.infer<typeof Quarantine>

export const quarantineApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/quarantine',
    permission: 'superAdmin',
    summary:
      'Whether this installation is in quarantine after a restore, how far the comparison with PayPal is, and what it found',
    reply: Quarantine,
  }),
  findings: endpoint({
    method: 'GET',
    path: '/api/quarantine/finding',
    permission: 'superAdmin',
    summary:
      'What the comparison found, what nobody has seen yet first, then by company in the order in which it was found',
    query: PageQuery.extend({
      companyId: idOf('company').optional(),
      kind: FindingKind.optional(),
      state: z.enum(findingStates).optional(),
    }),
    reply: pageOf(Finding),
  }),
  compare: endpoint({
    method: 'POST',
    path: '/api/quarantine/compare',
    permission: 'superAdmin',
    summary: 'Compare every account with PayPal once more',
    stepUp: 'never',
    reply: z.null(),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/quarantine/settle',
    permission: 'superAdmin',
    summary: 'Say that somebody has looked at these findings, and why nothing is left to do',
    stepUp: 'always',
    body: z.object({
      ids: z.array(z.uuid()).min(1).max(mostFindings),
      reason: z.string().trim().min(1).max(500),
    }),
    reply: z.object({ settled: z.int() }),
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/quarantine/leave',
    permission: 'superAdmin',
    summary:
      'End the quarantine: what waits is looked up at PayPal and then done. Refused before everything was compared and seen',
    stepUp: 'always',
    reply: Quarantine,
  }),
}
