import type { TransactionStatus } from '@paydesk/contract/money/transaction'
import { expect, test } from 'vitest'
import { toldRow } from '../../test/told.ts'
import { compareVersion, decide, type HeldRow, keyOf, latest, merge } from './merge.ts'
import type { ToldRow } from './row.ts'

const at = (second: number) => `2026-06-01T08:00:0${second}.000Z`
/** What each version says of when the row was pending and when it was settled. */
const seenIn = (status: TransactionStatus, updated: string) => {
  const instant = new Date(updated).toISOString()
  return {
    settledAt: status === 'S' || status === 'V' ? instant : null,
    pendingAt: status === 'P' ? instant : null,
  }
}
const row = (values: Partial<ToldRow> = {}) => {
  const told = toldRow('account', {
    providerTransactionId: 'TX1',
    occurredAt: at(0),
    providerUpdatedAt: at(5),
    ...values,
  })
  return { ...told, ...seenIn(told.status, told.providerUpdatedAt) }
}
type Row = ReturnType<typeof row>
const held = (values: Partial<HeldRow> = {}) => {
  const { raw: _, ...told } = row(values)
  return { ...told, id: 'held', syncedAt: at(9), ...values }
}
/** What the row says afterwards. */
const after = (before: Partial<HeldRow>, told: Partial<ToldRow>, via: 'event' | 'sync') =>
  merge(held(before), row(told), via)?.values ?? held(before)

test.each<[string, Partial<HeldRow>, Partial<ToldRow>, 'event' | 'sync', TransactionStatus]>([
  [
    'a later version, by reporting',
    { status: 'P' },
    { status: 'S', providerUpdatedAt: at(6) },
    'sync',
    'S',
  ],
  [
    'a later version, by an event',
    { status: 'P' },
    { status: 'S', providerUpdatedAt: at(6) },
    'event',
    'S',
  ],
  [
    'an earlier version, by reporting',
    { status: 'S' },
    { status: 'P', providerUpdatedAt: at(4) },
    'sync',
    'S',
  ],
  [
    'an earlier version, by an event',
    { status: 'S' },
    { status: 'P', providerUpdatedAt: at(4) },
    'event',
    'S',
  ],
  ['a further status in the same second', { status: 'P' }, { status: 'S' }, 'event', 'S'],
  ['a reversal in the same second', { status: 'S' }, { status: 'V' }, 'event', 'V'],
  ['a status less far in the same second', { status: 'S' }, { status: 'P' }, 'sync', 'S'],
  ['a reversal after a denial in the same second', { status: 'D' }, { status: 'V' }, 'sync', 'D'],
  ['a denial after a reversal in the same second', { status: 'V' }, { status: 'D' }, 'sync', 'D'],
])('%s', (_, before, told, via, status) => {
  expect(after(before, told, via).status).toBe(status)
})

test('reporting corrects a row without a new date; an event of the same date does not', () => {
  expect(merge(held({ feeMinor: 0 }), row({ feeMinor: -398 }), 'sync')).toMatchObject({
    stateIsTold: true,
    values: { feeMinor: -398 },
  })
  expect(after({ feeMinor: -398 }, { feeMinor: 0 }, 'event').feeMinor).toBe(-398)
})

test('an earlier version changes nothing of the state, and fills only texts that are not known yet', () => {
  const before = held({ payerName: 'Ann', subject: '', feeMinor: -398, endingBalanceMinor: 700 })
  const told = row({
    providerUpdatedAt: at(4),
    payerName: 'Bob',
    subject: 'Lamps',
    feeMinor: -1,
    endingBalanceMinor: 5,
  })
  expect(merge(before, told, 'sync')).toMatchObject({
    stateIsTold: false,
    values: {
      payerName: 'Ann',
      subject: 'Lamps',
      feeMinor: -398,
      endingBalanceMinor: 700,
      providerUpdatedAt: at(5),
    },
  })
})

test('a later version replaces texts, but an empty one takes none away', () => {
  const before = held({ payerName: 'Ann', subject: 'Lamps' })
  expect(
    merge(before, row({ providerUpdatedAt: at(6), payerName: 'Ann Lee', subject: '' }), 'sync')
      ?.values,
  ).toMatchObject({
    payerName: 'Ann Lee',
    subject: 'Lamps',
  })
})

test('the balance after a row stays known when the same version comes again without it, and goes with a later version', () => {
  const before = held({ endingBalanceMinor: 700, feeMinor: 0 })
  expect(merge(before, row({ feeMinor: -398 }), 'sync')?.values.endingBalanceMinor).toBe(700)
  expect(
    merge(before, row({ feeMinor: -398, providerUpdatedAt: at(6) }), 'sync')?.values
      .endingBalanceMinor,
  ).toBeNull()
})

test('why a row is pending stays known while it is pending, and not longer', () => {
  const before = held({ status: 'P', pendingReason: 'ECHECK' })
  expect(
    merge(before, row({ status: 'P', providerUpdatedAt: at(6) }), 'sync')?.values.pendingReason,
  ).toBe('ECHECK')
  expect(
    merge(before, row({ status: 'S', providerUpdatedAt: at(6) }), 'sync')?.values.pendingReason,
  ).toBe('')
})

test('reporting gives its own code and date to a row that only an event told, once', () => {
  const told = row({ eventCode: 'T0006', occurredAt: at(1), providerUpdatedAt: at(5) })
  expect(merge(held({ syncedAt: null }), told, 'sync')?.values).toMatchObject({
    eventCode: 'T0006',
    occurredAt: at(1),
  })
  expect(merge(held({ syncedAt: at(9), feeMinor: 0 }), told, 'sync')?.values).toMatchObject({
    eventCode: 'T0000',
    occurredAt: at(0),
  })
  expect(
    merge(held({ syncedAt: null }), { ...told, providerUpdatedAt: at(6) }, 'event')?.values
      .eventCode,
  ).toBe('T0000')
  // Even one that says the same is written: it counts as listed from now on.
  expect(merge(held({ syncedAt: null }), row(), 'sync')).toBeDefined()
  expect(merge(held(), row(), 'sync')).toBeUndefined()
})

test('one instant in two spellings is no difference', () => {
  const spelled = {
    occurredAt: '2026-06-01T10:00:00+02:00',
    providerUpdatedAt: '2026-06-01T10:00:05+02:00',
  }
  expect(merge(held(spelled), row(), 'sync')).toBeUndefined()
})

test('of one batch the latest version of each row counts, whatever its place in it', () => {
  const [older, newer] = [
    row({ status: 'P', providerUpdatedAt: at(4) }),
    row({ status: 'S', providerUpdatedAt: at(6) }),
  ]
  for (const batch of [
    [older, newer],
    [newer, older],
  ])
    expect(latest(batch, 'sync')).toMatchObject([{ status: 'S', providerUpdatedAt: at(6) }])
  const corrected = { ...newer, feeMinor: -1 }
  expect(latest([newer, corrected], 'sync')).toMatchObject([{ feeMinor: -1 }])
  expect(compareVersion(newer, older)).toBeGreaterThan(0)
})

test('what all versions of a batch say of its dates is kept: the first as settled, the last as pending', () => {
  const version = (status: TransactionStatus, second: number) =>
    row({ status, providerUpdatedAt: at(second) })
  const batch = [
    version('P', 2),
    version('S', 6),
    version('P', 4),
    version('V', 8),
    version('P', 3),
  ]
  for (const rows of [batch, batch.toReversed()])
    expect(latest(rows, 'sync')).toMatchObject([
      { status: 'V', settledAt: at(6), pendingAt: at(4) },
    ])
  expect(latest([version('D', 5)], 'sync')).toMatchObject([{ settledAt: null, pendingAt: null }])
})

test('rows that differ in code, date, amount or currency are different rows of reporting’s; events tell no code and no date', () => {
  const rows = [
    row(),
    row({ eventCode: 'T1900' }),
    row({ occurredAt: at(1) }),
    row({ grossMinor: 5 }),
    row({ currency: 'EUR' }),
  ]
  expect(new Set(rows.map(keyOf)).size).toBe(5)
  expect(latest(rows, 'sync')).toHaveLength(5)
  expect(latest(rows, 'event')).toHaveLength(3)
})

test('reporting takes a held row that only an event told for its own, and no row that it has listed before', () => {
  const listed = row({ eventCode: 'T0006', occurredAt: at(1) })
  expect(decide([held({ syncedAt: null })], [listed], 'sync')).toMatchObject({
    added: [],
    changed: [{ id: 'held' }],
  })
  expect(decide([held()], [listed], 'sync')).toMatchObject({ added: [listed], changed: [] })
  expect(decide([held()], [{ ...listed, providerUpdatedAt: at(6) }], 'event')).toMatchObject({
    added: [],
    changed: [{ id: 'held' }],
  })
  expect(decide([held()], [row()], 'sync')).toMatchObject({
    added: [],
    changed: [],
    seen: ['held'],
  })
})

test('one held row is not taken twice, and the one with the same code is taken first', () => {
  const told = [
    row({ eventCode: 'T0006', occurredAt: at(1) }),
    row({ eventCode: 'T0007', occurredAt: at(2) }),
  ]
  expect(decide([held({ syncedAt: null })], told, 'sync')).toMatchObject({
    added: [told[1]],
    changed: [{ id: 'held' }],
  })
  const two = [
    held({ id: 'a', syncedAt: null, eventCode: 'T0000' }),
    held({ id: 'b', syncedAt: null, eventCode: 'T0007', occurredAt: at(7) }),
  ]
  expect(decide(two, [told[1] as Row], 'sync').changed).toMatchObject([{ id: 'b' }])
  // The exact row is spoken for, so another row that looks like it does not take it.
  expect(decide([held({ syncedAt: null })], [told[0] as Row, row()], 'sync')).toMatchObject({
    added: [told[0]],
    changed: [{ id: 'held' }],
  })
})
