import type { Outcome } from '@paydesk/paypal/outcome'
import { expect, test } from 'vitest'
import { keyOf, type ToldRow } from '../../money/transaction/transaction.ts'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'
import type { Understood } from './understand.ts'
import { Failed, failOn, failureWords, isNotAvailable, NotAllowed, readWindow } from './window.ts'

const sim = await accountSim()
const t = testApp({ environment: () => sim.environment })
const second = (ms: number) => new Date(Math.floor(ms / 1000) * 1000)
const hourMs = 3_600_000

type World = Awaited<ReturnType<typeof moneyWorld>>

/**
 * Reads one window of the account. `between` runs after each page, with how many have been read.
 */
async function read(
  w: World,
  { from, to }: { from: Date; to: Date },
  between = async (_pages: number) => {},
  patienceMs = 60_000,
) {
  const rows: ToldRow[] = []
  let pages = 0
  const onPage = async (page: Understood) => {
    rows.push(...page.rows)
    pages++
    await between(pages)
  }
  const result = await readWindow(
    { paypal: w.paypal, accountId: w.accountId, patienceMs, onPage, onCall: () => {} },
    { from, to },
  )
  return { result, pages, rows, keys: new Set(rows.map(keyOf)) }
}

/** Settles one payment after each of these pages. */
const settleAfter = (after: number[], captures: string[]) => async (pages: number) => {
  const captureId = captures[after.indexOf(pages)]
  if (captureId) await sim.act('settlePayment', { captureId })
}

/** PayPal's clock, by what it says of its own data. */
const paypalNow = async (w: World) => {
  const answer = await w.paypal.reporting.balances()
  return answer.outcome === 'done' ? (answer.value.last_refresh_time?.getTime() ?? 0) : 0
}

/** A second at which the account is there already: PayPal shows nothing from before it. */
async function beginning(w: World) {
  await w.settle(2000)
  return second(await paypalNow(w))
}

test('a window is whole up to where PayPal’s data reaches, and not up to where it was asked', async () => {
  const w = await moneyWorld(t, sim)
  const from = await beginning(w)
  await w.pay(await w.invoice())
  await w.settle()
  await sim.act('freezeReporting', { frozen: true })
  const refreshed = second(await paypalNow(w))
  await w.settle()
  const open = await read(w, { from, to: new Date(refreshed.getTime() + hourMs) })
  expect(open.result).toEqual({ outcome: 'whole', through: refreshed, refreshed })
  expect(open.rows).toHaveLength(1)
  const past = new Date(refreshed.getTime() - 2000)
  expect((await read(w, { from, to: past })).result).toEqual({
    outcome: 'whole',
    through: past,
    refreshed,
  })
  const ahead = {
    from: new Date(refreshed.getTime() + 60_000),
    to: new Date(refreshed.getTime() + hourMs),
  }
  expect((await read(w, ahead)).result).toEqual({ outcome: 'nothing' })
  await sim.act('freezeReporting', { frozen: false })
})

test('a row that leaves the window between its pages pushes no other row past the reading', async () => {
  await sim.act('configure', { reportingWindowBy: 'updated' })
  const w = await moneyWorld(t, sim)
  const from = await beginning(w)
  const echeck = await w.pay(await w.invoice(6000), { how: 'echeck' })
  await sim.act('addRows', { accountId: w.app.accountId, count: 600 })
  await w.settle()
  const to = second(await paypalNow(w))
  await w.settle()
  const before = await read(w, { from, to })
  expect(before).toMatchObject({ result: { outcome: 'whole' }, pages: 2 })
  const staying = [...before.rows]
    .filter(({ providerTransactionId }) => providerTransactionId !== echeck)
    .map(keyOf)
  const shifted = await read(w, { from, to }, settleAfter([1], [echeck]))
  expect(staying.filter((key) => !shifted.keys.has(key))).toEqual([])
  expect(shifted.result).toMatchObject({ outcome: 'whole', through: to })
  await sim.act('configure', { reportingWindowBy: 'initiated' })
}, 60_000)

test('a window whose rows move in the second reading too is to be read in parts, and does not count as read', async () => {
  await sim.act('configure', { reportingWindowBy: 'updated' })
  const w = await moneyWorld(t, sim)
  const from = await beginning(w)
  const echecks = [
    await w.pay(await w.invoice(6000), { how: 'echeck' }),
    await w.pay(await w.invoice(7000), { how: 'echeck' }),
  ]
  await sim.act('addRows', { accountId: w.app.accountId, count: 600 })
  await w.settle()
  const to = second(await paypalNow(w))
  await w.settle()
  // The first reading ends with its second page, because the number of rows has changed.
  const { result, pages } = await read(w, { from, to }, settleAfter([1, 3], echecks))
  expect({ result, pages }).toEqual({
    result: { outcome: 'again', why: 'shifted', parts: 2 },
    pages: 4,
  })
  await sim.act('configure', { reportingWindowBy: 'initiated' })
}, 60_000)

test('a row that moves to the end of the window between its pages pushes no other row past the reading', async () => {
  await sim.act('configure', { reportingWindowBy: 'updated' })
  const w = await moneyWorld(t, sim)
  const from = await beginning(w)
  const echeck = await w.pay(await w.invoice(6000), { how: 'echeck' })
  await sim.act('addRows', { accountId: w.app.accountId, count: 600 })
  await w.settle()
  const to = second((await paypalNow(w)) + hourMs)
  const all = (await read(w, { from, to })).rows
    .filter(({ providerTransactionId }) => providerTransactionId !== echeck)
    .map(keyOf)
  const shifted = await read(w, { from, to }, settleAfter([1], [echeck]))
  expect(all.filter((key) => !shifted.keys.has(key))).toEqual([])
  expect(shifted.result.outcome).toBe('whole')
  await sim.act('configure', { reportingWindowBy: 'initiated' })
}, 60_000)

test('a window to which rows are added all the time is read up to where it was complete', async () => {
  const w = await moneyWorld(t, sim)
  const from = await beginning(w)
  await sim.act('addRows', { accountId: w.app.accountId, count: 600 })
  await w.settle()
  const { id } = await sim.act<{ id: string }>('addFault', {
    kind: 'pageShift',
    accountId: w.app.accountId,
    times: -1,
  })
  const { result, rows } = await read(w, { from, to: second((await paypalNow(w)) + hourMs) })
  await sim.act('removeFault', { id })
  expect(result.outcome).toBe('whole')
  expect(rows.length).toBeGreaterThanOrEqual(1200)
}, 60_000)

test('a window of several pages is whole up to where PayPal’s data reached at its first page', async () => {
  const w = await moneyWorld(t, sim)
  const from = await beginning(w)
  await sim.act('addRows', { accountId: w.app.accountId, count: 600 })
  await w.settle()
  let firstAt = 0
  const { result, pages } = await read(
    w,
    { from, to: second((await paypalNow(w)) + hourMs) },
    async (n) => {
      if (n > 1) return
      firstAt = await paypalNow(w)
      await w.settle(3000)
    },
  )
  expect([result.outcome, pages]).toEqual(['whole', 2])
  // A payment may come between the pages and stand in none of them.
  expect((result as { through: Date }).through.getTime()).toBeLessThanOrEqual(firstAt)
}, 60_000)

test('a window that one job cannot finish is to be read in as many parts as it has pages; one second is not split', async () => {
  const w = await moneyWorld(t, sim)
  const from = await beginning(w)
  await sim.act('addRows', { accountId: w.app.accountId, count: 1200 })
  await w.settle()
  const to = second((await paypalNow(w)) + hourMs)
  expect(await read(w, { from, to }, undefined, 0.001)).toMatchObject({
    result: { outcome: 'again', why: 'slow', parts: 3 },
    pages: 1,
  })
  const at = Date.parse((await read(w, { from, to })).rows[0]?.occurredAt ?? '')
  const one = await read(w, { from: second(at), to: second(at + 1000) }, undefined, 0.001)
  expect(one.result.outcome).toBe('whole')
}, 60_000)

test('a window with more rows than PayPal shows is to be read in halves', async () => {
  const w = await moneyWorld(t, sim)
  const from = await beginning(w)
  for (let n = 0; n < 3; n++) await sim.act('addRows', { accountId: w.app.accountId, count: 4000 })
  await w.settle()
  const { result } = await read(w, { from, to: second((await paypalNow(w)) + hourMs) })
  expect(result).toEqual({ outcome: 'again', why: 'tooLarge', parts: 2 })
}, 60_000)

type Failure = Exclude<Outcome<unknown>, { outcome: 'done' }>
const refused = (values: object): Failure => ({
  outcome: 'refused',
  refusal: { by: 'paypal', name: 'INVALID_REQUEST', message: '', issues: [], ...values },
})
const noAnswer: Failure = { outcome: 'unknown', reason: 'timeout', message: 'no answer' }

test('PayPal says in several ways that it shows nothing from there on, and other refusals are none of them', () => {
  expect(isNotAvailable(refused({ issues: [{ issue: 'DATA_NOT_AVAILABLE' }] }))).toBe(true)
  expect(
    isNotAvailable(refused({ message: 'Data for the given start date is not available.' })),
  ).toBe(true)
  expect(
    isNotAvailable(
      refused({ issues: [{ issue: 'X', description: 'Start date is not available' }] }),
    ),
  ).toBe(true)
  expect(isNotAvailable(refused({ issues: [{ issue: 'INVALID_DATE_RANGE' }] }))).toBe(false)
  expect(isNotAvailable(noAnswer)).toBe(false)
})

test('a call that had to wait for its turn is no failure; PayPal’s pause is handed on', () => {
  expect(() => failOn(refused({ by: 'allowance', retryAfterMs: 7000 }))).toThrow(NotAllowed)
  const paused = () => failOn(refused({ name: 'RATE_LIMIT_REACHED', retryAfterMs: 9000 }))
  expect(paused).toThrow(Failed)
  expect(paused).toThrow(expect.objectContaining({ holdMs: 9000 }))
  expect(() => failOn(noAnswer)).toThrow(Failed)
  expect(failureWords(refused({ issues: [{ issue: 'A' }], message: 'why' }))).toBe(
    'INVALID_REQUEST A why',
  )
  expect(failureWords(noAnswer)).toBe('timeout no answer')
})
