// @module-tag slow

import { randomUUID } from 'node:crypto'
import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import type { Quarantine } from '@paydesk/contract/desk/quarantine'
import { afterEach, expect, test } from 'vitest'
import { addAccount } from '../../test/server/simulator.ts'
import { billWorld, dataOf, isSent } from '../../test/world/billWorld.ts'
import { type Found, ofKind, restoredWorld } from '../../test/world/restoredWorld.ts'

const world = billWorld()
const { t } = world
afterEach(() => t.owner('update installation set left_at = now()'))

const { superAdmin, read, compare, settleAll, leave, moment, enter, effects } = restoredWorld({
  t,
  sim: () => world.sim,
})
const invoicesOf = async ({ number }: Bill) =>
  (await world.sim.invoices()).filter((invoice) => invoice.number === number)

async function accountAtPayPal(): Promise<string | undefined> {
  const { entries } = (await (await fetch(`${world.sim.url}/sim/journal`)).json()) as {
    entries: { accountId?: string }[]
  }
  return entries.find(({ accountId }) => accountId)?.accountId
}

/** As the bill was before anyone asked for it to be sent. */
async function forgetSending(bill: Bill) {
  await t.owner('update bill set operation_id = null where id = $1', [bill.id])
  await t.owner('delete from operation where bill_id = $1', [bill.id])
  await t.owner('delete from bill_entry where bill_id = $1', [bill.id])
  await t.owner(
    `update bill
     set status = 'draft',
       provider_invoice_id = null,
       provider_status = null,
       provider_looked_at = null,
       provider_seen_at = null,
       account_id = null,
       sent_at = null,
       pay_url = null,
       refresh_wanted_at = null
     where id = $1`,
    [bill.id],
  )
}

// First: PayPal gives no clear answer about this bill alone; about several, it is no matter
// of single bills.
test('a bill about which PayPal says nothing is left for a person until PayPal shows it; what was seen is not what is found later', async () => {
  const bill = await world.sent()
  await world.eventsDone()
  const is = (invoiceId: string) =>
    t.owner('update bill set provider_invoice_id = $2 where id = $1', [bill.id, invoiceId])
  await is('INV2-AAAA-BBBB-CCCC-DDDD')
  await enter(await moment())
  const user = await superAdmin()
  const unread = (state: Found) =>
    ofKind(state, 'unreadable').filter(({ billId }) => billId === bill.id)
  const absent = await compare(user)
  expect(unread(absent)).toMatchObject([
    { state: 'open', label: bill.number, facts: { why: 'INVOICE_NOT_SHOWN' } },
  ])
  expect(absent.missing).toEqual(['findings'])
  await settleAll(user, absent.findings)
  expect(unread(await compare(user))).toMatchObject([{ state: 'seen' }])
  await world.sim.act('addFault', { kind: 'errorBefore', operation: 'invoices.get', times: -1 })
  const unclear = await compare(user)
  await world.sim.act('removeFault')
  expect(unread(unclear)).toMatchObject([
    { state: 'open', reason: '', seenBy: '', facts: { why: 'UNCLEAR_ANSWER' } },
  ])
  await is(bill.providerInvoiceId as string)
  expect(unread(await compare(user))).toEqual([])
}, 60_000)

test('a bill that was sent after the moment takes over PayPal’s invoice, and is not sent again', async () => {
  const draft = await world.create()
  const at = await moment()
  await world.send(draft)
  await world.becomes(draft.id, isSent)
  await world.eventsDone()
  await forgetSending(draft)
  await enter(at)
  const user = await superAdmin()
  const state = await compare(user)
  expect(ofKind(state, 'adopted').filter(({ billId }) => billId === draft.id)).toMatchObject([
    { state: 'taken', label: draft.number, facts: { was: 'draft' } },
  ])
  const before = (await effects()).length
  await settleAll(user, state.findings)
  dataOf(await leave(user))
  const after = await world.becomesSoon(draft.id, isSent)
  expect(after).toMatchObject({ status: 'sent', totalMinor: draft.totalMinor })
  expect(await invoicesOf(draft)).toHaveLength(1)
  expect((await effects()).slice(before)).toEqual([])
}, 60_000)

test('an invoice that somebody made on paypal.com with a bill’s number is not the bill’s: both stay as they are', async () => {
  const draft = await world.create()
  const at = await moment()
  const totalMinor = draft.totalMinor + 4711
  await world.sim.act('addInvoices', {
    invoices: [{ accountId: await accountAtPayPal(), number: draft.number, totalMinor }],
  })
  await enter(at)
  const user = await superAdmin()
  const state = await compare(user)
  expect(ofKind(state, 'adopted').filter(({ billId }) => billId === draft.id)).toEqual([])
  expect(ofKind(state, 'elsewhere').filter(({ label }) => label === draft.number)).toMatchObject([
    { state: 'open', facts: { totalMinor } },
  ])
  expect(
    await t.owner(
      'select status, total_minor::int as total, provider_invoice_id as invoice from bill where id = $1',
      [draft.id],
    ),
  ).toEqual([{ status: 'draft', total: draft.totalMinor, invoice: null }])
  await settleAll(user, state.findings)
  dataOf(await leave(user))
}, 60_000)

test('an invoice because of which a bill was refused before the moment is not the bill’s, though an operation made it', async () => {
  const draft = await world.create()
  const totalMinor = draft.totalMinor + 4711
  const other = {
    accountId: await accountAtPayPal(),
    number: draft.number,
    totalMinor,
    reference: randomUUID(),
  }
  await world.sim.act('addInvoices', { invoices: [other] })
  await world.send(draft)
  await world.becomesSoon(draft.id, ({ status }) => status === 'sendFailed')
  const at = await moment()
  await enter(at)
  const user = await superAdmin()
  const state = await compare(user)
  expect(ofKind(state, 'adopted').filter(({ billId }) => billId === draft.id)).toEqual([])
  expect(
    await t.owner(
      'select status, total_minor::int as total, provider_invoice_id as invoice from bill where id = $1',
      [draft.id],
    ),
  ).toEqual([{ status: 'sendFailed', total: draft.totalMinor, invoice: null }])
  await settleAll(user, state.findings)
  dataOf(await leave(user))
}, 60_000)

// What was refused after the moment was refused in quarantine: the call of before it found the
// number taken by its own bill.
test('an old call that finds the invoice of a later, forgotten one does not keep its bill from that invoice', async () => {
  const draft = await world.create()
  const at = await moment()
  const later = {
    accountId: await accountAtPayPal(),
    number: draft.number,
    totalMinor: draft.totalMinor,
    reference: randomUUID(),
  }
  await world.sim.act('addInvoices', { invoices: [later] })
  await world.send(draft)
  await world.becomesSoon(draft.id, ({ status }) => status === 'sendFailed')
  await enter(at)
  const user = await superAdmin()
  const state = await compare(user)
  expect(ofKind(state, 'adopted').filter(({ billId }) => billId === draft.id)).toMatchObject([
    { state: 'taken', label: draft.number },
  ])
  expect(ofKind(state, 'elsewhere').filter(({ label }) => label === draft.number)).toEqual([])
  await settleAll(user, state.findings)
  dataOf(await leave(user))
}, 60_000)

test('an invoice whose bill is gone is shown, keeps the quarantine on until somebody has seen it, and its number is not given again', async () => {
  const kept = await world.create()
  const at = await moment()
  const lost = await world.sent()
  await world.eventsDone()
  // The bill and its number were given after the moment.
  await t.owner('update bill set operation_id = null where id = $1', [lost.id])
  for (const table of ['operation', 'bill_entry', 'bill_content', 'bill_search'])
    await t.owner(`delete from ${table} where bill_id = $1`, [lost.id])
  await t.owner('delete from bill where id = $1', [lost.id])
  await t.owner('update bill_number set last = last - 1')
  await enter(at)
  const user = await superAdmin()
  const state = await compare(user)
  const ofLost = (found: Found) =>
    ofKind(found, 'elsewhere').filter(({ label }) => label === lost.number)
  expect(ofLost(state)).toMatchObject([
    { state: 'open', label: lost.number, facts: { is: 'SENT', totalMinor: lost.totalMinor } },
  ])
  expect(ofKind(state, 'numbers')).toHaveLength(1)
  expect(state.missing).toEqual(['findings'])
  expect(await leave(user)).toMatchObject({
    status: 409,
    body: { errorCode: 'quarantine.findingsOpen' },
  })
  await settleAll(user, state.findings)
  expect(ofLost(await compare(user))).toMatchObject([
    { state: 'seen', reason: 'looked at it on paypal.com' },
  ])
  dataOf(await leave(user))
  const next = await world.create()
  expect(next.number > lost.number).toBe(true)
  expect(next.number).not.toBe(kept.number)
  // That there is a quarantine is told each minute where it has not been told yet, so at any time.
  const log = await t.owner<{ action: string }>(
    `select action
     from audit_entry
     where company_id = $1 and action like 'installation.%' and action <> 'installation.quarantine'
     order by seq desc limit 2`,
    [world.operator.companyId],
  )
  expect(log.map(({ action }) => action)).toEqual([
    'installation.leaveQuarantine',
    'installation.settleFindings',
  ])
}, 60_000)

test('an account that PayPal tells of nothing may have refunds that nobody knows of, and somebody has to look', async () => {
  await enter(await moment())
  const user = await superAdmin()
  const untold = (state: Found) =>
    ofKind(state, 'unreadable').filter(({ facts }) => facts.why === 'EVENTS_NOT_TOLD')
  expect(untold(await compare(user))).toEqual([])
  const kept = await t.owner<{ id: string; hook: string; lookup: string | null }>(
    'select id, webhook_id as hook, lookup_id as lookup from paypal_account where webhook_id is not null',
  )
  await t.owner('update paypal_account set webhook_id = null, lookup_id = null')
  const state = await compare(user)
  for (const { id, hook, lookup } of kept)
    await t.owner('update paypal_account set webhook_id = $2, lookup_id = $3 where id = $1', [
      id,
      hook,
      lookup,
    ])
  expect(untold(state)).toMatchObject([{ state: 'open' }])
  expect(state.missing).toEqual(['findings'])
  await settleAll(user, state.findings)
  dataOf(await leave(user))
}, 60_000)

test('a change that PayPal has a later version of is not carried out', async () => {
  const bill = await world.sent()
  const at = await moment()
  dataOf(
    await world.as().call(billApi.edit, {
      params: { id: bill.id },
      body: { ...world.input(), title: 'Later', version: bill.version },
    }),
  )
  const edited = await world.becomesSoon(bill.id, ({ title, busy }) => title === 'Later' && !busy)
  await world.eventsDone()
  // An earlier change was under way at the moment; the later one is forgotten.
  await t.owner(`delete from operation where bill_id = $1 and kind = 'updateInvoice'`, [bill.id])
  const [earlier] = await t.owner<{ id: string }>(
    `insert into operation (company_id, account_id, bill_id, kind, created_at, due_at)
     values ($1, $2, $3, 'updateInvoice', $4, now() + interval '1 hour')
     returning id`,
    [world.operator.companyId, world.accountId, bill.id, new Date(at.getTime() - 1000)],
  )
  await t.owner('update bill set operation_id = $2 where id = $1', [bill.id, earlier?.id])
  await enter(at)
  const before = (await effects()).length
  const user = await superAdmin()
  const state = await compare(user)
  expect(ofKind(state, 'superseded')).toMatchObject([
    { state: 'open', billId: bill.id, label: edited.number },
  ])
  await settleAll(user, state.findings)
  dataOf(await leave(user))
  await world.passWaits()
  await world.becomes(bill.id, ({ busy }) => !busy)
  expect(await t.owner('select state from operation where id = $1', [earlier?.id])).toEqual([
    { state: 'refused' },
  ])
  expect((await effects()).slice(before)).toEqual([])
}, 60_000)

test('what waits is looked up first; what may have been sent is withheld; rules begin anew', async () => {
  const bill = await world.sent()
  const { companyId } = world.operator
  await world.eventsDone()
  const [message] = await t.owner<{ id: string }>(
    `insert into message (company_id, channel, recipient, template, language, params, created_at)
     values (
       $1, 'mail', 'maybe@example.com', 'notices', 'zh-CN', '\\x00', now() - interval '1 minute'
     )
     returning id`,
    [companyId],
  )
  const [delivery] = await t.owner<{ id: string }>(
    `insert into notice_delivery (
       company_id, channel, target_id, kind, subject_id, data, due_at, created_at
     )
     values (
       $1, 'mail', $2, 'paymentReceived', new_id(), '{}', now() + interval '1 hour',
       now() - interval '1 minute'
     )
     returning id`,
    [companyId, world.operator.userId],
  )
  const [rule] = await t.owner<{ id: string }>(
    `insert into rule (
       company_id, name, description, template, type, start_at, params, status, next_at
     )
     select $1, 'Chase', 'Chases what is late', 'remindAfterDue', 'daily', at,
       '{"days":1,"times":3,"hours":null,"userIds":[]}', 2, at
     from (select date_trunc('second', now()) - interval '1 hour' as at) x returning id`,
    [companyId],
  )
  await enter(await moment())
  const user = await superAdmin()
  const state = await compare(user)
  const [waiting] = await t.owner<{ id: string }>(
    `insert into operation (company_id, account_id, bill_id, kind, due_at)
     values ($1, $2, $3, 'cancelInvoice', now() + interval '1 hour')
     returning id`,
    [companyId, world.accountId, bill.id],
  )
  await t.owner('update bill set operation_id = $2 where id = $1', [bill.id, waiting?.id])
  await settleAll(user, state.findings)
  expect(dataOf<Quarantine>(await leave(user)).on).toBe(false)
  expect(ofKind(await read(user), 'message').map(({ facts }) => facts.about)).toEqual(
    expect.arrayContaining(['notices', 'paymentReceived']),
  )
  expect(
    await t.owner(
      'select sent_at, withheld_at is not null as withheld from message where id = $1',
      [message?.id],
    ),
  ).toEqual([{ sent_at: null, withheld: true }])
  expect(
    await t.owner(
      'select sent_at, withheld_at is not null as withheld from notice_delivery where id = $1',
      [delivery?.id],
    ),
  ).toEqual([{ sent_at: null, withheld: true }])
  expect(
    await t.owner('select next_at > now() as later, status from rule where id = $1', [rule?.id]),
  ).toEqual([{ later: true, status: 2 }])
  await world.becomesSoon(bill.id, ({ status, busy }) => status === 'cancelled' && !busy)
  expect(
    await t.owner(
      'select looks, unknown_since is not null as doubted from operation where id = $1',
      [waiting?.id],
    ),
  ).toEqual([{ looks: 1, doubted: true }])
  await t.owner('delete from rule where id = $1', [rule?.id])
}, 60_000)

test('it is not left before every account was compared, nor on an old comparison; a second time changes nothing', async () => {
  const user = await superAdmin()
  await enter(await moment())
  expect(await leave(user)).toMatchObject({
    status: 409,
    body: { errorCode: 'quarantine.notCompared' },
  })
  const state = await compare(user)
  await settleAll(user, state.findings)
  await t.owner(`update quarantine_account set compared_at = now() - interval '31 minutes'`)
  expect((await read(user)).missing).toEqual(['comparison'])
  expect(await leave(user)).toMatchObject({
    status: 409,
    body: { errorCode: 'quarantine.notCompared' },
  })
  await settleAll(user, (await compare(user)).findings)
  const left = dataOf<Quarantine>(await leave(user))
  expect(left).toMatchObject({ on: false, missing: [] })
  expect(dataOf<Quarantine>(await leave(user)).leftAt).toBe(left.leftAt)
}, 60_000)

test('a payment and a refund that nobody here was told of are taken in at once and shown', async () => {
  const [paid, refunded] = [await world.sent(), await world.sent()]
  await world.pay(refunded)
  await world.becomesSoon(refunded.id, ({ status }) => status === 'paid')
  await world.eventsDone()
  const at = await moment()
  // PayPal delivered these events to the database that was lost.
  await world.sim.act('addFault', { kind: 'dropWebhook', times: -1, probability: 1 })
  await world.pay(paid)
  const [invoice] = await invoicesOf(refunded)
  await world.sim.act('refundInPayPal', { captureId: invoice?.captureIds[0], amountMinor: 1000 })
  await enter(at)
  const user = await superAdmin()
  await compare(user)
  await world.sim.act('removeFault')
  await world.becomes(paid.id, ({ status }) => status === 'paid')
  const after = await world.becomesSoon(refunded.id, ({ refunds }) => refunds.length === 1)
  expect(after).toMatchObject({
    refundedMinor: 1000,
    refunds: [{ origin: 'paypal', amountMinor: 1000 }],
  })
  const again = await compare(user)
  expect(ofKind(again, 'changed').map(({ billId }) => billId)).toEqual(
    expect.arrayContaining([paid.id, refunded.id]),
  )
  expect(ofKind(again, 'refund').map(({ billId }) => billId)).toContain(refunded.id)
}, 60_000)

// Last, because bills may go through the second account from here on.
test('of each account whose refunds nobody can tell somebody has to look, also when another one’s were seen', async () => {
  await addAccount(t, world.sim, world.operator.companyId, world.url, 1)
  await enter(await moment())
  const user = await superAdmin()
  const untold = async () => {
    // A look at the new account may have registered one.
    await t.owner('update paypal_account set webhook_id = null, lookup_id = null')
    return ofKind(await compare(user), 'unreadable').filter(
      ({ facts }) => facts.why === 'EVENTS_NOT_TOLD',
    )
  }
  const both = await untold()
  expect(new Set(both.map(({ accountLabel }) => accountLabel)).size).toBe(2)
  await settleAll(user, both.slice(0, 1))
  expect((await untold()).map(({ state }) => state)).toEqual(['open', 'seen'])
}, 60_000)
