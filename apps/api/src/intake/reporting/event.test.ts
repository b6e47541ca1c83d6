import { expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import { billWorld } from '../../test/world/billWorld.ts'
import { quietLog } from '../../test/world/moneyWorld.ts'
import { syncAccount } from './sync.ts'

const world = billWorld()
const { t } = world

type Row = {
  id: string
  via: string
  synced: boolean
  matchState: string
  fee: string
  billId: string
}
const rowsOf = (captureId: string) =>
  t.owner<Row>(
    `select t.id, t.first_seen_via as via, t.synced_at is not null as synced,
       t.match_state as "matchState", t.fee_minor as fee, l.bill_id as "billId"
     from paypal_transaction t
     left join match_line l on l.transaction_id = t.id
     where t.provider_transaction_id = $1`,
    [captureId],
  )

const sync = async () => {
  await world.sim.act('advanceClock', { ms: 63_000 })
  await t.owner('update account_sync set due_at = now()')
  await t.owner(`update balance_proof set checked_at = checked_at - interval '1 day'`)
  await syncAccount(
    { pool: t.pool, jobs: t.jobs, outside: t.outside, log: quietLog },
    { companyId: world.operator.companyId, accountId: world.accountId },
  )
}

test('a capture’s event makes the row at once, with its fee and its bill; reporting takes it over without doubling it', async () => {
  await sync()
  await world.sim.act('configure', { invoicePaymentFiresCapture: true, invoiceCapture: 'shown' })
  const bill = await world.sent()
  const { captureId } = (await world.pay(bill)) as { captureId: string }
  const told = await until(async () => {
    const [row] = await rowsOf(captureId)
    return row?.matchState === 'auto' ? row : undefined
  })
  expect(told).toMatchObject({ via: 'event', synced: false, billId: bill.id })
  expect(Number(told.fee)).toBeLessThan(0)
  // The event also brings the next reading forward.
  const [due] = await t.owner<{ soon: boolean }>(
    `select due_at < now() + interval '20 seconds' as soon from account_sync`,
  )
  expect(due).toEqual({ soon: true })
  await sync()
  expect(await rowsOf(captureId)).toMatchObject([
    { id: told.id, via: 'event', synced: true, matchState: 'auto', billId: bill.id },
  ])
  const proofs = await t.owner<{ difference: string }>(
    'select difference_minor as difference from balance_proof',
  )
  expect(proofs).toEqual([{ difference: '0' }])
  await world.sim.act('configure', { invoicePaymentFiresCapture: false })
}, 60_000)

test('reporting tells an invoice’s payment, and the bill that has the payment explains it', async () => {
  const bill = await world.sent()
  const { captureId } = (await world.pay(bill)) as { captureId: string }
  await world.becomes(bill.id, ({ status }) => status === 'paid')
  expect(await rowsOf(captureId)).toEqual([])
  await sync()
  expect(await rowsOf(captureId)).toMatchObject([
    { via: 'sync', synced: true, matchState: 'auto', billId: bill.id },
  ])
  // PayPal hides the capture behind an invoice's payment, and the row carries no id of the invoice:
  // the payment's id tells bill and fee.
  expect((await world.read(bill.id)).payments).toMatchObject([{ feeMinor: 398 }])
}, 60_000)
