import { expect, test } from 'vitest'
import { type Candidate, decide, leftOf, type ToRoute, whyNot, whyNotMore } from './decide.ts'

const account = (id: string, values: Partial<Candidate> = {}): Candidate => ({
  id,
  label: id,
  environment: 'live',
  state: 'active',
  stateReason: '',
  currencies: [],
  dailyCount: null,
  limit: undefined,
  usedToday: 0,
  usedThisMonth: 0,
  countToday: 0,
  ...values,
})
const limits = { billMinMinor: null, billMaxMinor: null, dailyMinor: null, monthlyMinor: null }
const bill = (values: Partial<ToRoute> = {}): ToRoute => ({
  currency: 'USD',
  totalMinor: 1000,
  accountId: null,
  defaultAccountId: null,
  ...values,
})
const automatic = { mode: 'automatic' as const, allowOverride: false }

test.each<[string, Partial<Candidate>, number, string | undefined]>([
  ['nothing is limited', {}, 1000, undefined],
  ['a paused account', { state: 'paused' }, 1000, 'state'],
  ['another currency', { currencies: ['EUR'] }, 1000, 'currency'],
  ['one of its currencies', { currencies: ['EUR', 'USD'] }, 1000, undefined],
  ['the least amount', { limit: { ...limits, billMinMinor: 1000 } }, 1000, undefined],
  ['less than the least amount', { limit: { ...limits, billMinMinor: 1001 } }, 1000, 'belowMin'],
  ['the greatest amount', { limit: { ...limits, billMaxMinor: 1000 } }, 1000, undefined],
  ['more than the greatest amount', { limit: { ...limits, billMaxMinor: 999 } }, 1000, 'aboveMax'],
  [
    'the rest of the day',
    { limit: { ...limits, dailyMinor: 5000 }, usedToday: 4000 },
    1000,
    undefined,
  ],
  [
    'more than the rest of the day',
    { limit: { ...limits, dailyMinor: 5000 }, usedToday: 4001 },
    1000,
    'dailyAmount',
  ],
  [
    'the rest of the month',
    { limit: { ...limits, monthlyMinor: 5000 }, usedThisMonth: 4000 },
    1000,
    undefined,
  ],
  [
    'more than the rest of the month',
    { limit: { ...limits, monthlyMinor: 5000 }, usedThisMonth: 4001 },
    1000,
    'monthlyAmount',
  ],
  ['the last bill of the day', { dailyCount: 3, countToday: 2 }, 1000, undefined],
  ['one bill more than the day allows', { dailyCount: 3, countToday: 3 }, 1000, 'dailyCount'],
])('%s', (_, values, totalMinor, code) => {
  expect(whyNot(account('a', values), bill({ totalMinor }))?.code).toBe(code)
})

test('what is left is never below nothing, and nothing limited is not nothing left', () => {
  const used = account('a', {
    limit: { ...limits, dailyMinor: 100 },
    usedToday: 300,
    dailyCount: 2,
    countToday: 5,
  })
  expect(leftOf(used)).toEqual({ todayMinor: 0, monthMinor: null, todayCount: 0 })
})

test('a bill that grows is measured by its whole amount against its own limits, and by the difference against the day’s', () => {
  const limited = account('a', {
    limit: { ...limits, billMaxMinor: 2000, dailyMinor: 500 },
    dailyCount: 1,
    countToday: 1,
  })
  expect(whyNotMore(limited, { currency: 'USD', totalMinor: 2000 }, 500)).toBeUndefined()
  expect(whyNotMore(limited, { currency: 'USD', totalMinor: 2000 }, 501)?.code).toBe('dailyAmount')
  expect(whyNotMore(limited, { currency: 'USD', totalMinor: 2001 }, 500)?.code).toBe('aboveMax')
})

const chosen = (
  accounts: Candidate[],
  values: Partial<ToRoute> = {},
  routing: Parameters<typeof decide>[1] = automatic,
) => {
  const decision = decide(accounts, routing, bill(values))
  if ('reason' in decision) return `${decision.account.id} ${decision.reason}`
  return 'account' in decision ? `${decision.refused} ${decision.account.id}` : decision.refused
}
const full = { limit: { ...limits, dailyMinor: 0 } }

test('the first account that can takes the bill, and one that PayPal stopped is not skipped', () => {
  expect(chosen([account('a')])).toBe('a onlyOne')
  expect(chosen([account('a'), account('b')])).toBe('a byPriority')
  expect(chosen([account('a', full), account('b')])).toBe('b nextByPriority')
  expect(chosen([account('a', full), account('b', full)])).toBe('noAccount')
  expect(chosen([account('a', { state: 'limited' }), account('b')])).toBe('stopped a')
  expect(chosen([account('a', { state: 'limited', currencies: ['EUR'] }), account('b')])).toBe(
    'b nextByPriority',
  )
  expect(chosen([account('a', { state: 'paused' }), account('b')])).toBe('b onlyOne')
})

test('once a live account is there, nothing goes to the sandbox by itself', () => {
  expect(chosen([account('s', { environment: 'sandbox' })])).toBe('s onlyOne')
  expect(chosen([account('s', { environment: 'sandbox' }), account('a')])).toBe('a onlyOne')
  expect(chosen([account('s', { environment: 'sandbox' }), account('a', full)])).toBe('noAccount')
})

test('the customer’s own account comes first, but not when it is full', () => {
  const two = [account('a'), account('b')]
  expect(chosen(two, { defaultAccountId: 'b' })).toBe('b customerDefault')
  expect(chosen([account('a'), account('b', full)], { defaultAccountId: 'b' })).toBe('a byPriority')
  expect(
    chosen([account('a'), account('b', { state: 'limited' })], { defaultAccountId: 'b' }),
  ).toBe('stopped b')
})

test('a person’s choice counts only where people may choose', () => {
  const two = [account('a'), account('b')]
  expect(chosen(two, { accountId: 'b' }, { mode: 'automatic', allowOverride: true })).toBe(
    'b chosen',
  )
  expect(chosen(two, { accountId: 'b' })).toBe('a byPriority')
  expect(
    chosen(
      [account('a'), account('b', full)],
      { accountId: 'b' },
      { mode: 'manual', allowOverride: false },
    ),
  ).toBe('noAccount')
  expect(chosen(two, {}, { mode: 'manual', allowOverride: false })).toBe('notChosen')
  expect(chosen([account('a')], {}, { mode: 'manual', allowOverride: false })).toBe('a onlyOne')
})
