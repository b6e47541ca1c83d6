import type { Candidate } from '@paydesk/contract/billing/reconciliation'
import { expect, test } from 'vitest'
import { allocationOf, choose, emptyDraft } from './allocation.ts'

const bill = (billId: string, dueMinor: number, totalMinor = dueMinor) =>
  ({ billId, dueMinor, totalMinor }) as Candidate
const subject = { currency: 'USD', leftMinor: 10_000, outgoing: false } as const

test('a chosen bill takes what is left, up to what is due; the next one the rest', () => {
  const two = choose(choose(emptyDraft, bill('a', 6000), subject), bill('b', 9000), subject)
  expect(two.bills.map(({ amount }) => amount)).toEqual(['60.00', '40.00'])
  expect(allocationOf(two, subject)).toMatchObject({
    allocatedMinor: 10_000,
    restMinor: 0,
    problems: {},
  })
  expect(choose(two, bill('c', 100), subject).bills[2]?.amount).toBe('')
})

test('a deduction fills a bill without using money; more than is due is refused', () => {
  const draft = (deduction: string) => ({
    ...emptyDraft,
    bills: [{ bill: bill('a', 10_250), amount: '100', deduction }],
  })
  expect(allocationOf(draft('2.50'), subject)).toMatchObject({
    lines: [{ amountMinor: 10_000, deductionMinor: 250 }],
    restMinor: 0,
    problems: {},
  })
  expect(allocationOf(draft('2.51'), subject).problems).toEqual({ a: 'beyondDue' })
  expect(allocationOf(draft('x'), subject).problems).toEqual({ a: 'invalid' })
})

test('an amount without a bill needs a reason, and allocating too much leaves a negative rest', () => {
  const draft = { ...emptyDraft, loose: [{ key: 1, amount: '120', reason: ' ' }] }
  expect(allocationOf(draft, subject)).toMatchObject({
    restMinor: -2000,
    problems: { 1: 'reason' },
  })
})

test('money that went back may be as much as the bill’s whole total', () => {
  const back = { ...subject, outgoing: true }
  expect(choose(emptyDraft, bill('a', 0, 4000), back).bills[0]?.amount).toBe('40.00')
})
