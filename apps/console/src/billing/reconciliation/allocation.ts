import type { Candidate } from '@paydesk/contract/billing/reconciliation'
import type { Currency } from '@paydesk/contract/lib/money'
import { toDecimal } from '@paydesk/contract/lib/money'
import { amountOf } from '../../lib/amount.ts'

/** What someone is about to decide about a transaction, as typed. */
export type BillLine = { bill: Candidate; amount: string; deduction: string }
export type LooseLine = { key: number; amount: string; reason: string }
export type Draft = { bills: BillLine[]; loose: LooseLine[] }
export const emptyDraft: Draft = { bills: [], loose: [] }

/**
 * `leftMinor`: the amount that is still unexplained, without its sign. `outgoing`: money that went
 * back, of which a bill takes up to its whole total.
 */
export type Subject = { currency: Currency; leftMinor: number; outgoing: boolean }
export type Problem = 'invalid' | 'beyondDue' | 'reason'
export type Allocation = {
  lines: { billId: string | null; amountMinor: number; deductionMinor: number; reason: string }[]
  allocatedMinor: number
  restMinor: number
  problems: Record<string, Problem>
}

/** The amount that a bill can still take. */
export const roomOf = ({ dueMinor, totalMinor }: Candidate, { outgoing }: Subject) =>
  outgoing ? totalMinor : dueMinor

/** A chosen bill takes what is left, up to what it has room for. */
export function choose(draft: Draft, bill: Candidate, subject: Subject): Draft {
  const { restMinor } = allocationOf(draft, subject)
  const amountMinor = Math.max(0, Math.min(restMinor, roomOf(bill, subject)))
  const amount = amountMinor > 0 ? toDecimal({ amountMinor, currency: subject.currency }) : ''
  return { ...draft, bills: [...draft.bills, { bill, amount, deduction: '' }] }
}

export function allocationOf({ bills, loose }: Draft, subject: Subject): Allocation {
  const { currency, leftMinor } = subject
  const problems: Record<string, Problem> = {}
  const billLines = bills.map(({ bill, amount, deduction }) => {
    const amountMinor = amountOf(amount, currency) ?? 0
    const deductionMinor = deduction.trim() === '' ? 0 : amountOf(deduction, currency)
    if (amountMinor < 1 || deductionMinor === undefined) problems[bill.billId] = 'invalid'
    else if (amountMinor + deductionMinor > roomOf(bill, subject))
      problems[bill.billId] = 'beyondDue'
    return { billId: bill.billId, amountMinor, deductionMinor: deductionMinor ?? 0, reason: '' }
  })
  const looseLines = loose.map(({ key, amount, reason }) => {
    const amountMinor = amountOf(amount, currency) ?? 0
    if (amountMinor < 1) problems[key] = 'invalid'
    else if (reason.trim() === '') problems[key] = 'reason'
    return { billId: null, amountMinor, deductionMinor: 0, reason: reason.trim() }
  })
  const lines = [...billLines, ...looseLines]
  const allocatedMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return { lines, allocatedMinor, restMinor: leftMinor - allocatedMinor, problems }
}
