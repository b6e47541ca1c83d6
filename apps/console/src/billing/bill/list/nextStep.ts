import type { BillRow } from '@paydesk/contract/billing/bill'

export const nextSteps = [
  'reported',
  'disputed',
  'noEmail',
  'failed',
  'remind',
  'wait',
  'remindAgain',
  'call',
] as const
export type NextStep = (typeof nextSteps)[number]

const dayMs = 86_400_000
/**
 * A customer has this long to answer a reminder; after so many without an answer, another
 * one helps no more.
 */
const answerDays = 3
const enough = 3

type Of = Pick<
  BillRow,
  'reportedAt' | 'disputed' | 'hasEmail' | 'failed' | 'remindCount' | 'remindedAt'
>

/** What to do next about an overdue bill. */
export function nextStepOf(
  { reportedAt, disputed, hasEmail, failed, remindCount, remindedAt }: Of,
  now: number,
): NextStep {
  if (reportedAt) return 'reported'
  if (disputed) return 'disputed'
  if (!hasEmail) return 'noEmail'
  if (failed === 'remindInvoice') return 'failed'
  if (!remindedAt) return 'remind'
  if (now - Date.parse(remindedAt) < answerDays * dayMs) return 'wait'
  return remindCount >= enough ? 'call' : 'remindAgain'
}
