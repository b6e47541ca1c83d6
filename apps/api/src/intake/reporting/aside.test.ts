// @module-tag slow

import { type RowAside, rowAsideApi } from '@paydesk/contract/intake/rowAside'
import { type AccountCoverage, transactionApi } from '@paydesk/contract/money/transaction'
import { auditLogApi } from '@paydesk/contract/office/auditLog'
import { describe, expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'
import { type Odd, oddReporting } from '../../test/world/oddReporting.ts'

const sim = await accountSim()
const between = await oddReporting(sim.environment.PAYPAL_SIMULATOR_URL)
const t = testApp({ environment: () => ({ PAYPAL_SIMULATOR_URL: between.url }) })

type World = Awaited<ReturnType<typeof moneyWorld>>
type Row = Parameters<Odd>[0]

/** Changes one field of the row with this id. `undefined` leaves the field out. */
const changing =
  (id: string, ...changes: [field: string, value: unknown][]): Odd =>
  (row: Row) => {
    if (row.transaction_info.transaction_id !== id) return row
    return { ...row, transaction_info: { ...row.transaction_info, ...Object.fromEntries(changes) } }
  }

const aside = async (w: World, query = {}) =>
  dataOf<{ list: RowAside[]; total: number }>(await t.as(w.admin).call(rowAsideApi.list, { query }))
const rowsOf = (w: World) =>
  w.query<{ id: string; status: string; gross: number; fee: number }>(
    `select provider_transaction_id as id, status, gross_minor as gross, fee_minor as fee
     from paypal_transaction
     order by occurred_at, 1`,
  )
const state = async (w: World) =>
  (
    await w.query<{ failure: string; failures: number }>(
      `select failure, failures from account_sync`,
    )
  )[0]
const difference = async (w: World) =>
  (await w.proofs()).find(({ currency }) => currency === 'USD')?.difference

test('a poison row on a page of 500 is set aside, and the other 499 are taken in', async () => {
  const w = await moneyWorld(t, sim)
  await sim.act('addRows', { accountId: w.app.accountId, count: 499 })
  const poison = await w.pay(await w.invoice(10_000))
  await w.settle()
  between.say(changing(poison, ['transaction_status', 'X']))
  await w.sync()
  expect(await w.query(`select count(*) from paypal_transaction`)).toEqual([{ count: 499 }])
  expect(await state(w)).toEqual({ failure: '', failures: 0 })
  const { list, total } = await aside(w)
  expect(total).toBe(1)
  expect(list[0]).toMatchObject({
    accountId: w.accountId,
    providerTransactionId: poison,
    why: 'status',
    detail: 'X',
    told: { id: poison, status: 'X', amount: '100.00', currency: 'USD' },
    settledAt: null,
    understoodAt: null,
  })
  expect(JSON.parse(list[0]?.raw as string)).toMatchObject({
    transaction_info: { transaction_id: poison, transaction_status: 'X' },
  })
  // PayPal has the money and the books do not: the proof says by how much, and that a
  // row is set aside.
  const coverage = dataOf<{ list: AccountCoverage[] }>(
    await t.as(w.admin).call(transactionApi.coverage, {}),
  ).list[0]
  expect(coverage?.setAside).toBe(1)
  expect(coverage?.proofs.find(({ currency }) => currency === 'USD')?.differenceMinor).toBe(
    await difference(w),
  )
  expect(await difference(w)).toBeLessThan(0)
  between.say()
  await w.sync()
  expect(await difference(w)).toBe(0)
  expect((await aside(w)).total).toBe(0)
  expect((await aside(w, { state: 'understood' })).list).toMatchObject([
    { id: list[0]?.id, understoodAt: expect.any(String) },
  ])
  expect(await w.query(`select count(*) from paypal_transaction`)).toEqual([{ count: 500 }])
}, 60_000)

test('a window of several pages with an odd row among them is read once, and not in smaller parts', async () => {
  const w = await moneyWorld(t, sim)
  // The overlap of the second reading must not reach back before the account: where its time begins
  // has to be searched for.
  await w.settle(5 * 3_600_000)
  await w.sync()
  await sim.act('addRows', { accountId: w.app.accountId, count: 699 })
  const poison = await w.pay(await w.invoice())
  await w.settle()
  between.say(changing(poison, ['transaction_status', 'X']))
  await w.sync()
  // Two pages, and the rest up to where PayPal's clock is.
  const [run] = await w.query(
    `select state, calls <= 4 as few, rows_seen
     from sync_run
     where kind = 'regular'
     order by started_at desc
     limit 1`,
  )
  expect(run).toEqual({ state: 'done', few: true, rowsSeen: 700 })
  between.say()
}, 30_000)

test('a row that leaves the overlap odd is asked for by its id, and taken in when it is understood', async () => {
  const w = await moneyWorld(t, sim)
  // PayPal shows nothing of the time before the account, and the question begins a
  // second before the row.
  await w.settle()
  const poison = await w.pay(await w.invoice(7000))
  await w.settle()
  between.say(changing(poison, ['transaction_event_code', 'X1234567']))
  await w.sync()
  await w.settle(10 * 86_400_000)
  await w.sync()
  expect((await aside(w)).list).toMatchObject([
    { providerTransactionId: poison, why: 'eventCode', detail: 'X1234567' },
  ])
  between.say()
  await t.owner(
    `update sync_run
     set started_at = started_at - interval '2 hours'
     where company_id = $1 and kind = 'pending'`,
    [w.companyId],
  )
  await w.sync()
  expect(await rowsOf(w)).toMatchObject([{ id: poison, gross: 7000 }])
  expect((await aside(w)).total).toBe(0)
  expect(await difference(w)).toBe(0)
}, 30_000)

test('a row is listed once however often it is told; a settled one comes back only if PayPal says something else of it', async () => {
  const w = await moneyWorld(t, sim)
  const poison = await w.pay(await w.invoice())
  await w.settle()
  between.say(changing(poison, ['transaction_status', 'X']))
  await w.sync()
  await w.sync()
  const [first] = (await aside(w)).list
  expect((await aside(w)).total).toBe(1)
  const settle = (id: string, as = w.admin) =>
    t.as(as).call(rowAsideApi.settle, { params: { id }, body: { reason: '已在 PayPal 后台核对' } })
  const reader = await make.user(t, {
    companyId: w.companyId,
    permissions: ['ViewPaypalTransaction', 'ViewPaypalAccount'],
  })
  const elsewhere = await make.admin(t)
  expect((await settle(first?.id as string, reader)).status).toBe(403)
  expect((await t.as(reader).call(rowAsideApi.list, { query: {} })).status).toBe(403)
  expect((await settle(first?.id as string, elsewhere)).status).toBe(404)
  expect(
    dataOf<{ total: number }>(await t.as(elsewhere).call(rowAsideApi.list, { query: {} })).total,
  ).toBe(0)
  const postings = () => w.query<{ count: number }>('select count(*) from posting')
  const before = await postings()
  expect(dataOf<RowAside>(await settle(first?.id as string))).toMatchObject({
    reason: '已在 PayPal 后台核对',
    settledByName: expect.stringMatching(/./),
    settledAt: expect.any(String),
  })
  expect((await settle(first?.id as string)).body).toMatchObject({ errorCode: 'rowAside.notOpen' })
  const log = dataOf<{ list: { action: string; entityId: string; after: unknown }[] }>(
    await t.as(w.admin).call(auditLogApi.list, { query: { action: 'rowAside.settle' } }),
  )
  expect(log.list).toMatchObject([
    { entityId: first?.id, after: { reason: '已在 PayPal 后台核对', why: 'status' } },
  ])
  await w.sync()
  expect((await aside(w)).total).toBe(0)
  between.say(changing(poison, ['transaction_status', 'Y']))
  await w.sync()
  expect((await aside(w)).list).toMatchObject([
    { id: first?.id, detail: 'Y', settledAt: null, reason: '' },
  ])
  expect(await postings()).toEqual(before)
  between.say()
  await w.sync()
  expect((await aside(w)).total).toBe(0)
  expect(await difference(w)).toBe(0)
}, 30_000)

test('rows that share an id are told apart: the understood one does not let the odd one go', async () => {
  const w = await moneyWorld(t, sim)
  const capture = await w.pay(await w.invoice(40_000, 'PLN'))
  await w.settle()
  // The first is the payment; its conversion's rows have ids of their own. Here they all get the
  // payment's, as PayPal does.
  between.say((row) => {
    const info = { ...row.transaction_info, transaction_id: capture }
    return {
      ...row,
      transaction_info:
        row.transaction_info.transaction_id === capture
          ? { ...info, transaction_status: 'X' }
          : info,
    }
  })
  await w.sync()
  await w.sync()
  expect((await aside(w)).list).toMatchObject([{ providerTransactionId: capture, detail: 'X' }])
  expect((await rowsOf(w)).every(({ id }) => id === capture)).toBe(true)
  between.say()
})

test('an account whose every row is odd stops and says so, and keeps no more than a thousand of them', async () => {
  const w = await moneyWorld(t, sim)
  await sim.act('addRows', { accountId: w.app.accountId, count: 1600 })
  await w.settle()
  between.say((row) => ({
    ...row,
    transaction_info: {
      ...row.transaction_info,
      transaction_note: 'x'.repeat(20_000),
      transaction_status: 'NEW',
    },
  }))
  await w.sync()
  expect(await state(w)).toMatchObject({
    failure: expect.stringMatching(/More than 1000 rows/),
    failures: 1,
  })
  const [kept] = await w.query<{ count: number; longest: number }>(
    'select count(*), max(length(raw)) as longest from row_set_aside',
  )
  expect(kept).toEqual({ count: 1000, longest: 8000 })
  between.say()
  await w.sync()
  expect(await state(w)).toEqual({ failure: '', failures: 0 })
  expect(await w.query(`select count(*) from paypal_transaction`)).toEqual([{ count: 1600 }])
  expect((await aside(w)).total).toBe(0)
}, 60_000)

/** What PayPal, or someone on the way, could write into a field. */
const values: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'X',
  '0',
  0,
  -1,
  1e300,
  true,
  [],
  {},
  [1],
  'x'.repeat(100_000),
  '\u0000',
  '\ud800',
  '😀'.repeat(2000),
  "'; drop table posting; --",
  '__proto__',
  'constructor',
]
const monies = [
  { currency_code: 'XYZ', value: '1.00' },
  { currency_code: 'constructor', value: '1.00' },
  { currency_code: 'usd', value: '1.00' },
  { currency_code: 'USD', value: '1.001' },
  { currency_code: 'USD', value: '1e5' },
  { currency_code: 'USD', value: '٣' },
  { currency_code: 'USD', value: '99999999999999999999' },
  { currency_code: 'USD', value: '90071992547409.91' },
  { currency_code: 'USD', value: 1 },
  { currency_code: 'JPY', value: '0.5' },
  { value: '1.00' },
  { currency_code: 'USD' },
  '1.00',
]
const dates = [
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-13-45',
  '1700000000',
  'now',
]
const fields: [field: string, values: unknown[]][] = [
  ['transaction_id', values],
  ['transaction_event_code', [...values, 'T00', 't0006', 'T00066', 'T000６']],
  ['transaction_status', [...values, 's', 'SS', 'SUCCESS', 'toString']],
  ['transaction_amount', [...values, ...monies]],
  ['fee_amount', [...values, ...monies, { currency_code: 'EUR', value: '-1.00' }]],
  ['transaction_initiation_date', [...values, ...dates]],
  ['transaction_updated_date', [...values, ...dates]],
  ['ending_balance', [...values, ...monies]],
  ['paypal_reference_id', values],
  ['invoice_id', values],
  ['custom_field', values],
  ['transaction_subject', values],
  ['transaction_note', values],
]
/** Without these the row is the same money: it is taken in, with nothing said in that field. */
const harmless = new Set([
  'ending_balance',
  'invoice_id',
  'custom_field',
  'transaction_subject',
  'transaction_note',
])

/** An id that PayPal could have given: such a row is another row, and is taken in as that. */
const isPlausibleId = (odd: unknown) => typeof odd === 'string' && /^[!-~]{1,64}$/.test(odd)

describe('whatever stands in one field of a row, the account is read on and nothing is posted wrongly', () => {
  test.each(fields)(
    '%s',
    async (field, values) => {
      const odds = field === 'transaction_id' ? values.filter((odd) => !isPlausibleId(odd)) : values
      const w = await moneyWorld(t, sim)
      await sim.act('addRows', { accountId: w.app.accountId, count: odds.length + 1 })
      await w.settle()
      const told: string[] = []
      // Each row has another odd value, the last one none.
      between.say((row) => {
        const id = row.transaction_info.transaction_id as string
        if (!told.includes(id)) told.push(id)
        const n = told.indexOf(id)
        return n < odds.length ? changing(id, [field, odds[n]])(row) : row
      })
      await w.sync()
      expect(await state(w)).toEqual({ failure: '', failures: 0 })
      const taken = new Map((await rowsOf(w)).map((row) => [row.id, row]))
      const { total } = await aside(w, { pageSize: 100 })
      expect(told).toHaveLength(odds.length + 1)
      expect(taken.size + total).toBe(told.length)
      if (harmless.has(field)) expect(total).toBe(0)
      between.say()
      await w.sync()
      expect(await state(w)).toEqual({ failure: '', failures: 0 })
      expect(await difference(w)).toBe(0)
      const right = new Map((await rowsOf(w)).map((row) => [row.id, row]))
      expect(right.size).toBe(told.length)
      // What was taken in despite an odd field was the very money that PayPal means; a fee may
      // have been left out.
      for (const [id, row] of taken)
        expect({ ...row, fee: 0 }).toEqual({ ...right.get(id), fee: 0 })
      expect((await aside(w)).total).toBe(field === 'transaction_id' ? total : 0)
    },
    60_000,
  )
})
