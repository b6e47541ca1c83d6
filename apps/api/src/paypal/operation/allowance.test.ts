import { billApi } from '@paydesk/contract/billing/bill'
import { type PaypalAccount, paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { afterEach, expect, test } from 'vitest'
import { refreshBill } from '../../billing/bill/refresh.ts'
import { make } from '../../test/make.ts'
import { until } from '../../test/until.ts'
import { billWorld, dataOf, isSent } from '../../test/world/billWorld.ts'
import { retryOperation } from './operation.ts'

const world = billWorld({ PAYPAL_CALLS_PER_ACCOUNT: 'look=600,act=300' })
const { t } = world

/** As if PayPal had asked for a pause, or as if so many calls were waiting. */
const hold = (kind: string, minutes: number) =>
  t.owner(
    `insert into paypal_account_allowance (company_id, account_id, kind, per_minute, held_until)
     values ($1, $2, $3, 300, now() + make_interval(mins => $4))
     on conflict (company_id, account_id, kind) do update set held_until = excluded.held_until`,
    [world.operator.companyId, world.accountId, kind, minutes],
  )
const release = () => t.owner('update paypal_account_allowance set held_until = null')
afterEach(() => release())
const account = async () => {
  const admin = await make.admin(t, world.operator.companyId)
  return dataOf<PaypalAccount>(
    await t.as(admin).call(paypalAccountApi.read, { params: { id: world.accountId } }),
  )
}
const operationOf = async (billId: string) =>
  (
    await t.owner<{ state: string; calls: number; looks: number; seconds: number; reason: string }>(
      `select state, calls, looks, extract(epoch from due_at - now())::int as seconds,
         outcome ->> 'reason' as reason
       from operation
       where bill_id = $1 order by created_at desc limit 1`,
      [billId],
    )
  )[0]
const retry = async (billId: string) => {
  const [operation] = await t.owner<{ id: string }>(
    'select id from operation where bill_id = $1 order by created_at desc limit 1',
    [billId],
  )
  await t.in(world.operator.companyId, (db) =>
    retryOperation(db, t.jobs, world.operator.companyId, operation?.id as string),
  )
}

test('an operation that has to wait for its turn has lost no try and refused nothing; in its turn it is done once', async () => {
  await hold('act', 60)
  const draft = await world.create()
  await world.send(draft)
  const waiting = await until(async () => {
    const operation = await operationOf(draft.id)
    return operation?.reason === 'allowance' ? operation : undefined
  })
  expect(waiting).toMatchObject({ state: 'ready', calls: 0, looks: 0 })
  expect(waiting.seconds).toBeGreaterThan(3500)
  expect(await world.read(draft.id)).toMatchObject({ busy: true })
  expect(await account()).toMatchObject({ state: 'active', operations: { refused: 0, unknown: 0 } })
  await release()
  await retry(draft.id)
  const sent = await world.becomes(draft.id, isSent)
  expect((await world.sim.invoices()).filter(({ number }) => number === sent.number)).toHaveLength(
    1,
  )
}, 60_000)

test('after a lost answer, a look that has to wait for its turn is no look: the operation stays unknown', async () => {
  const open = await world.sent()
  await world.sim.act('addFault', { kind: 'dropAfter', operation: 'invoices.cancel', times: 1 })
  dataOf(
    await world
      .as()
      .call(billApi.cancel, { params: { id: open.id }, body: { version: open.version } }),
  )
  await until(async () => ((await operationOf(open.id))?.state === 'unknown' ? true : undefined))
  await hold('look', 60)
  const before = await operationOf(open.id)
  await retry(open.id)
  const waiting = await until(async () => {
    const operation = await operationOf(open.id)
    return operation?.reason === 'allowance' ? operation : undefined
  })
  expect(waiting).toMatchObject({ state: 'unknown', calls: before?.calls, looks: before?.looks })
  await release()
  await retry(open.id)
  await world.becomes(open.id, ({ status, busy }) => status === 'cancelled' && !busy)
}, 60_000)

test('a job whose calls have to wait comes back in its turn and has not failed', async () => {
  const open = await world.sent()
  const data = { companyId: world.operator.companyId, billId: open.id }
  const jobs = () =>
    t.owner<{ state: string; tries: number; minutes: number }>(
      `select state, retry_count as tries,
         round(extract(epoch from start_after - now()) / 60)::int as minutes
       from pgboss.job
       where name = $1 and data ->> 'billId' = $2 and state <> 'completed'`,
      [refreshBill.name, open.id],
    )
  await until(async () => ((await jobs()).length === 0 ? true : undefined))
  await hold('look', 30)
  await t.in(data.companyId, (db) => t.jobs.enqueue(db, refreshBill, data))
  await until(async () => ((await jobs()).some(({ minutes }) => minutes > 20) ? true : undefined))
  expect(await jobs()).toEqual([{ state: 'created', tries: 0, minutes: 30 }])
  await release()
}, 60_000)

test('a person’s check that has to wait says so, changes no fact, and keeps nobody else from checking', async () => {
  const admin = await make.admin(t, world.operator.companyId)
  const check = () => t.as(admin).call(paypalAccountApi.check, { params: { id: world.accountId } })
  dataOf(await check())
  const before = await account()
  await hold('look', 60)
  expect(await check()).toMatchObject({ status: 409, body: { errorCode: 'paypalAccount.onHold' } })
  const held = await account()
  // The sweep of every minute may have come in between, and an event about a bill of the tests
  // before; neither is the check's.
  const { sweptAt, lastEventAt } = held.health
  expect(held).toMatchObject({
    state: 'active',
    stateReason: '',
    health: { ...before.health, sweptAt, lastEventAt, holdUntil: expect.any(String) },
  })
  // Another look that holds the claim does not open a way around the pause.
  await t.owner(`update paypal_account_health set checking_until = now() + interval '5 minutes'`)
  expect(await check()).toMatchObject({ status: 409, body: { errorCode: 'paypalAccount.onHold' } })
  await t.owner(`update paypal_account_health set checking_until = null`)
  await release()
  // The balances alone have to wait: the rest of the look counts.
  await t.owner(
    `update paypal_address_allowance
     set held_until = now() + interval '1 hour'
     where kind = 'reporting'`,
  )
  const partly = dataOf<PaypalAccount>(await check())
  expect(partly.health.checkedAt).not.toBe(before.health.checkedAt)
  expect(partly).toMatchObject({
    state: 'active',
    balances: before.balances,
    health: { holdUntil: null },
  })
  expect(partly.calls.find(({ kind }) => kind === 'reporting')).toMatchObject({
    waitsUntil: expect.any(String),
  })
  await t.owner('update paypal_address_allowance set held_until = null')
}, 60_000)

test('the account shows its calls of the last minute, of how many, and until when they wait', async () => {
  await t.owner(`update paypal_account_allowance set turns = '{}', turn_at = null`)
  await t.owner(
    `update paypal_account_allowance
     set turn_at = now() + interval '40 seconds',
       turns = array[
         now() - interval '70 seconds', now() - interval '50 seconds', now() - interval '1 second',
         now() + interval '40 seconds'
       ]
     where kind = 'look'`,
  )
  const { calls } = await account()
  expect(calls.map(({ kind }) => kind)).toEqual(['reporting', 'look', 'act'])
  expect(calls.find(({ kind }) => kind === 'look')).toMatchObject({
    lastMinute: 2,
    perMinute: 600,
    waitsUntil: expect.any(String),
  })
  expect(calls.find(({ kind }) => kind === 'act')).toMatchObject({
    lastMinute: 0,
    perMinute: 300,
    waitsUntil: null,
  })
})
