import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { beforeAll, expect, test } from 'vitest'
import { dayIn } from '../../lib/clock.ts'
import { make, type TestUser } from '../../test/make.ts'
import { billWorld, dataOf, isSent } from '../../test/world/billWorld.ts'

const world = billWorld()
const { t } = world

/** Where it is not the day on which PayPal's clock is. */
const zone = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
const after = (days: number) =>
  new Date(Date.parse(dayIn(zone, new Date().toISOString())) + days * 86_400_000)
    .toISOString()
    .slice(0, 10)
let operator: TestUser

beforeAll(async () => {
  operator = world.operator
  await t.owner('update company set timezone = $2 where id = $1', [operator.companyId, zone])
  operator = { ...operator, token: await make.session(t, operator.companyId, operator.userId) }
})

const draftOf = async (term: 'net15' | 'net30' | 'onReceipt') =>
  dataOf<Bill>(await t.as(operator).call(billApi.create, { body: { ...world.input(), term } }))
const sent = async (draft: Bill) => {
  dataOf(
    await t.as(operator).call(billApi.send, {
      params: { id: draft.id },
      body: { version: draft.version, by: 'email' },
    }),
  )
  return world.becomes(draft.id, isSent)
}

test('a bill is due on the same day before and after it was sent, where the company and PayPal have different days', async () => {
  for (const [term, days] of [['net15', 15] as const, ['onReceipt', 0] as const]) {
    const draft = await draftOf(term)
    expect([term, draft.paysBy]).toEqual([term, after(days)])
    const open = await sent(draft)
    expect([term, open.paysBy]).toEqual([term, after(days)])
    dataOf(await t.as(operator).call(billApi.resync, { params: { id: open.id } }))
    await world.becomes(open.id, ({ providerSeenAt }) => providerSeenAt !== open.providerSeenAt)
    expect([term, (await world.read(open.id)).paysBy]).toEqual([term, after(days)])
  }
}, 60_000)

test('a bill that is changed days after it was sent is due by its term from the day of sending', async () => {
  const open = await sent(await draftOf('net15'))
  await t.owner(`update bill set sent_at = sent_at - interval '5 days' where id = $1`, [open.id])
  const body = { ...world.input(), term: 'net30' as const, title: 'B', version: open.version }
  dataOf(await t.as(operator).call(billApi.edit, { params: { id: open.id }, body }))
  const changed = await world.becomes(open.id, ({ title, busy }) => title === 'B' && !busy)
  expect([changed.paysBy, changed.dueDate, changed.term]).toEqual([after(25), null, 'net30'])
}, 60_000)
