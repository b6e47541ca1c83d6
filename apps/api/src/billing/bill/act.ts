import type { Bill } from '@paydesk/contract/billing/bill'
import type { BillInput } from '@paydesk/contract/billing/billInput'
import { maxRemindersPerDay } from '@paydesk/contract/billing/billStatus'
import { dueDateOf } from '@paydesk/contract/billing/billTerm'
import { totalsOf } from '@paydesk/contract/billing/billTotals'
import type { Id } from '@paydesk/contract/lib/id'
import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import type { InvoiceKind } from '@paydesk/contract/paypal/operation'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { todayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { Jobs } from '../../lib/job.ts'
import { toJsonb } from '../../lib/json.ts'
import { recordChange } from '../../office/audit/audit.ts'
import {
  findAccount,
  releasePart,
  rereserveAccount,
  reserveAccount,
} from '../../paypal/paypalAccount/paypalAccount.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import { billOwners } from '../../people/user/user.ts'
import { customerForBill } from '../customer/customer.ts'
import { billValues, contentValues, writeContent } from './content.ts'
import { companyOf, takeNumbers } from './number.ts'
import { startBillOperation } from './operation.ts'
import { type LockedBill, lockBill, noteAct, readBill } from './record.ts'
import { wantRefresh } from './refresh.ts'
import { indexBill } from './search.ts'
import { maySee } from './visible.ts'

type Audited = Pick<
  Bill,
  'status' | 'customerName' | 'title' | 'currency' | 'totalMinor' | 'dueDate' | 'ownerName'
>
const audited = (bill: Audited) => ({
  status: bill.status,
  customer: bill.customerName,
  title: bill.title,
  currency: bill.currency,
  totalMinor: bill.totalMinor,
  dueDate: bill.dueDate,
  owner: bill.ownerName,
})

/** `knownCustomer`: a customer that the actor may keep because a bill names it. */
async function prepare(db: Db, actor: Actor, given: BillInput, knownCustomer?: string) {
  const [{ id: customerId, ...recipient }, { billing }, company] = await Promise.all([
    customerForBill(db, actor, given.customerId, given.customerId === knownCustomer),
    readSettings(db, actor.companyId),
    companyOf(db, actor.companyId),
    given.accountId && findAccount(db, actor.companyId, given.accountId),
  ])
  const input = { ...given, customerId }
  if (!billing.allowedCurrencies.includes(input.currency))
    throw refuse('bill.currencyNotAllowed', { currency: input.currency })
  const totals = totalsOf(input)
  if (totals.totalMinor <= 0) throw refuse('bill.zeroTotal')
  const today = todayIn(company.timezone)
  return { billing, company, recipient, today, input, values: billValues(input, totals, today) }
}

/** A super admin acting in another company has no user there and cannot own bills. */
export function assertOwnCompany({ companyId, homeCompanyId }: Actor) {
  if (companyId !== homeCompanyId) throw refuse('bill.notYourCompany')
}

export async function createBill(
  db: Db,
  actor: Actor,
  input: BillInput,
  how: { kind: 'create' | 'duplicate'; from?: string } = { kind: 'create' },
): Promise<Bill> {
  const { companyId, userId } = actor
  assertOwnCompany(actor)
  const known = how.kind === 'duplicate' ? input.customerId : undefined
  const { billing, company, recipient, values } = await prepare(db, actor, input, known)
  const draft = {
    ...values,
    companyId,
    ownerId: userId,
    customerName: recipient.name,
    lastActor: actor.name,
    version: 0,
  }
  // Few round trips from here on: the company's next bill waits for this number, and everyone waits
  // for the audit chain.
  let id: string | undefined
  let number = ''
  while (!id) {
    ;[number = ''] = await takeNumbers(db, company, billing, 1)
    const made = await db
      .insertInto('bill')
      .values({ ...draft, number })
      .onConflict((taken) => taken.columns(['companyId', 'number']).doNothing())
      .returning('id')
      .executeTakeFirst()
    id = made?.id
  }
  const [, , , bill] = await Promise.all([
    db
      .insertInto('billContent')
      .values({ companyId, billId: id, ...contentValues(input, recipient) })
      .execute(),
    indexBill(db, companyId, id),
    noteAct(
      db,
      actor,
      { id, ownerId: userId },
      { action: 'create', kind: how.kind, ...(how.from && { data: { from: how.from } }) },
    ),
    readBill(db, actor, id),
    recordChange(db, actor, {
      action: how.kind === 'duplicate' ? 'bill.duplicate' : 'bill.create',
      entityId: id,
      label: number,
      after: audited({
        ...values,
        status: 'draft',
        customerName: recipient.name,
        ownerName: actor.name,
      }),
    }),
  ])
  return bill
}

/** A sent invoice is changed at PayPal first: until then the bill shows what the customer sees. */
export async function editBill(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  id: string,
  { version, ...given }: BillInput & { version: number },
): Promise<Bill> {
  const bill = await lockBill(db, actor, id, 'edit', version)
  const before = await readBill(db, actor, id)
  const { values, recipient, today, input } = await prepare(db, actor, given, bill.customerId)
  const atPayPal = bill.status === 'sent' || bill.status === 'scheduled'
  // An invoice that exists at one account stays there: a second account would make a second
  // invoice.
  if (bill.providerInvoiceId && input.accountId !== bill.accountId && input.accountId !== null)
    throw refuse('request.invalid', { detail: 'accountId' })
  if (bill.providerInvoiceId) input.accountId = bill.accountId
  const reserved =
    bill.providerInvoiceId && bill.accountId
      ? await rereserve(db, actor, bill, before, values)
      : undefined
  if (atPayPal)
    await startBillOperation(db, jobs, {
      companyId: actor.companyId,
      accountId: bill.accountId as string,
      billId: id,
      kind: 'updateInvoice',
      request: { input, recipient, reserved },
      actor,
    })
  else {
    await writeContent(db, actor.companyId, id, input, recipient, today)
    if (reserved)
      await releasePart(
        db,
        { companyId: actor.companyId, accountId: bill.accountId as string },
        reserved.free,
      )
  }
  await noteAct(db, actor, bill, { action: 'edit', kind: 'edit' })
  const after = await readBill(db, actor, id)
  await recordChange(db, actor, {
    action: 'bill.edit',
    entityId: id,
    label: bill.number,
    before: audited(before),
    after: atPayPal
      ? { ...audited(before), title: input.title, totalMinor: values.totalMinor }
      : audited(after),
  })
  return after
}

/** An edit that asks for more than was reserved at sending must fit the account's limits. */
async function rereserve(
  db: Db,
  { companyId }: Actor,
  { accountId }: LockedBill,
  before: Bill,
  after: { currency: string; totalMinor: number },
) {
  // The reservation dates from the operation's start, not from the moment of sending, which can be
  // later for a scheduled bill.
  const { rows } = await sql<{ at: string | null }>`
    select max(created_at) as at
    from operation
    where company_id = ${companyId}
      and bill_id = ${before.id}
      and kind = 'createInvoice'`.execute(db)
  const reserved = {
    currency: before.currency,
    totalMinor: before.totalMinor,
    at: rows[0]?.at ?? before.createdAt,
  }
  return rereserveAccount(db, { companyId, accountId: accountId as string }, reserved, after)
}

/** The recipient is frozen here; from now on the bill says whom it was sent to. */
export async function sendBill(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  id: string,
  how: { version: number; by: 'email' | 'link' },
): Promise<Bill> {
  const bill = await lockBill(db, actor, id, 'send', how.version)
  const { id: _, ...recipient } = await customerForBill(db, actor, bill.customerId, true)
  if (how.by === 'email' && !recipient.email) throw refuse('bill.noEmail')
  const accountId = bill.providerInvoiceId
    ? await sameAccount(db, actor, bill)
    : await accountFor(db, actor, bill)
  await Promise.all([
    db
      .updateTable('billContent')
      .set({ recipient: toJsonb(recipient) })
      .where('companyId', '=', actor.companyId)
      .where('billId', '=', id)
      .execute(),
    db
      .updateTable('bill')
      .set({
        customerName: recipient.name,
        failure: null,
        ...(bill.term !== 'onDate' && { dueDate: dueDateOf(bill, todayIn(actor.companyTimezone)) }),
      })
      .where('companyId', '=', actor.companyId)
      .where('id', '=', id)
      .execute(),
    indexBill(db, actor.companyId, id),
    noteAct(db, actor, bill, {
      action: 'send',
      kind: 'send',
      data: { by: how.by },
      set: { status: 'sending' },
    }),
  ])
  // Committed together: no bill is "sending" without its operation, and PayPal is never called
  // inside a transaction.
  await startBillOperation(db, jobs, {
    companyId: actor.companyId,
    accountId,
    billId: id,
    kind: bill.providerInvoiceId ? 'updateInvoice' : 'createInvoice',
    request: { thenSend: how.by },
    actor,
  })
  return recordAct(db, actor, id, 'bill.send', { status: bill.status })
}

/** Nothing is sent through an account that was paused, stopped or archived in the meantime. */
async function sameAccount(db: Db, actor: Actor, { accountId }: LockedBill): Promise<string> {
  const account = await findAccount(db, actor.companyId, accountId as string)
  if (account.state !== 'active') throw refuse('paypalAccount.wrongState', { label: account.label })
  return account.id
}

async function accountFor(db: Db, actor: Actor, bill: LockedBill): Promise<string> {
  const { accountId, reason } = await reserveAccount(db, actor.companyId, bill)
  await db
    .updateTable('bill')
    .set({ accountId, routingReason: reason })
    .where('companyId', '=', actor.companyId)
    .where('id', '=', bill.id)
    .execute()
  return accountId
}

async function recordAct(
  db: Db,
  actor: Actor,
  id: string,
  action:
    | 'bill.send'
    | 'bill.remind'
    | 'bill.cancel'
    | 'bill.writeOff'
    | 'bill.recordPayment'
    | 'bill.reassign'
    | 'bill.resync',
  before: object,
) {
  const bill = await readBill(db, actor, id)
  // Only what the act may change: the rest would read as if this act had written it.
  const now: Record<string, unknown> = {
    ...audited(bill),
    remindCount: bill.remindCount,
    dueMinor: bill.dueMinor,
  }
  const after = Object.fromEntries(Object.keys(before).map((key) => [key, now[key]]))
  await recordChange(db, actor, { action, entityId: id, label: bill.number, before, after })
  return bill
}

export async function remindBill(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  id: string,
  version: number,
): Promise<Bill> {
  const bill = await lockBill(db, actor, id, 'remind', version)
  if (bill.dueMinor === 0) throw refuse('bill.nothingOwed', { number: bill.number })
  const { rows } = await sql<{ today: number }>`
    select count(*) as today
    from operation
    where company_id = ${actor.companyId} and bill_id = ${id} and kind = 'remindInvoice'
      and state <> 'refused' and created_at > now() - interval '24 hours'`.execute(db)
  const today = rows[0]?.today ?? 0
  if (today >= maxRemindersPerDay)
    throw refuse('bill.tooManyReminders', { number: bill.number, count: today })
  await noteAct(db, actor, bill, { action: 'remind', kind: 'remind' })
  await startBillOperation(db, jobs, operationOn(actor, bill, 'remindInvoice'))
  return recordAct(db, actor, id, 'bill.remind', { remindCount: bill.remindCount })
}

const operationOn = (actor: Actor, bill: LockedBill, kind: InvoiceKind, request: object = {}) => ({
  companyId: actor.companyId,
  accountId: bill.accountId as string,
  billId: bill.id,
  kind,
  request,
  actor,
})

/**
 * A bill that PayPal has never seen is cancelled at once. A draft that got stuck at PayPal is
 * deleted there, a sent invoice cancelled there.
 */
export async function cancelBill(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  id: string,
  version: number,
): Promise<Bill> {
  const bill = await lockBill(db, actor, id, 'cancel', version)
  const live = bill.status === 'sent'
  if (live) {
    await noteAct(db, actor, bill, { action: 'cancel', kind: 'cancel' })
    await startBillOperation(db, jobs, operationOn(actor, bill, 'cancelInvoice'))
  } else {
    await noteAct(db, actor, bill, {
      action: 'cancel',
      kind: 'cancel',
      set: { status: 'cancelled', cancelledAt: 'now' },
    })
    if (bill.providerInvoiceId)
      await startBillOperation(db, jobs, operationOn(actor, bill, 'deleteInvoice'))
  }
  return recordAct(db, actor, id, 'bill.cancel', { status: bill.status })
}

/**
 * Writing off happens only here: PayPal keeps the invoice payable, and money that still arrives is
 * taken and brings the bill back.
 */
export async function writeOffBill(
  db: Db,
  actor: Actor,
  id: string,
  version: number,
): Promise<Bill> {
  const bill = await lockBill(db, actor, id, 'writeOff', version)
  await noteAct(db, actor, bill, {
    action: 'writeOff',
    kind: 'writeOff',
    set: { status: 'writtenOff', writtenOffAt: 'now' },
  })
  return recordAct(db, actor, id, 'bill.writeOff', { status: bill.status })
}

export type OutsidePayment = {
  version: number
  amountMinor: number
  method: string
  paidOn: string
  note: string
}

export async function recordPayment(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  id: string,
  { version, ...payment }: OutsidePayment,
): Promise<Bill> {
  const bill = await lockBill(db, actor, id, 'recordPayment', version)
  if (payment.amountMinor > bill.dueMinor) {
    const due = `${bill.currency} ${toDecimal({ currency: bill.currency as Currency, amountMinor: bill.dueMinor })}`
    throw refuse('bill.moreThanDue', { due })
  }
  const data = { amountMinor: payment.amountMinor, currency: bill.currency, method: payment.method }
  await noteAct(db, actor, bill, { action: 'recordPayment', kind: 'recordPayment', data })
  await startBillOperation(db, jobs, operationOn(actor, bill, 'recordPayment', payment))
  return recordAct(db, actor, id, 'bill.recordPayment', { dueMinor: bill.dueMinor })
}

export async function duplicateBill(db: Db, actor: Actor, id: string): Promise<Bill> {
  const bill = await readBill(db, actor, id)
  const {
    items,
    discount,
    shipping,
    title,
    customerId,
    currency,
    note,
    terms,
    memo,
    allowPartial,
    minimumDueMinor,
    term,
    dueDate,
    tags,
  } = bill
  const input = {
    items,
    discount,
    shipping,
    title,
    customerId,
    currency,
    note,
    terms,
    memo,
    allowPartial,
    minimumDueMinor,
    term,
    tags,
  }
  const today = todayIn(actor.companyTimezone)
  return createBill(
    db,
    actor,
    {
      ...input,
      dueDate: dueDate && dueDate < today ? today : dueDate,
      billDate: null,
      accountId: null,
    },
    { kind: 'duplicate', from: bill.number },
  )
}

export async function reassignBill(
  db: Db,
  actor: Actor,
  id: string,
  { version, ownerId }: { version: number; ownerId: Id<'user'> },
): Promise<Bill> {
  await lockBill(db, actor, id, 'reassign', version)
  const owner = await db
    .selectFrom('appUser')
    .select(['id', 'name'])
    .where('companyId', '=', actor.companyId)
    .where('id', '=', ownerId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!owner || !maySee(await billOwners(db, actor), actor, ownerId)) throw refuse('notFound')
  const before = await readBill(db, actor, id)
  await db
    .updateTable('bill')
    .set({ ownerId })
    .where('companyId', '=', actor.companyId)
    .where('id', '=', id)
    .execute()
  await noteAct(
    db,
    actor,
    { id, ownerId },
    { action: 'reassign', kind: 'reassign', data: { from: before.ownerName, to: owner.name } },
  )
  return recordAct(db, actor, id, 'bill.reassign', { owner: before.ownerName })
}

export async function resyncBill(db: Db, jobs: Jobs, actor: Actor, id: string): Promise<Bill> {
  const bill = await lockBill(db, actor, id, 'resync')
  if (bill.providerInvoiceId) {
    // An earlier request may have been lost; clearing it makes sure that this one is carried out.
    await sql`
      update bill
      set refresh_wanted_at = null
      where company_id = ${actor.companyId} and id = ${id}`.execute(db)
    await wantRefresh(db, jobs, actor.companyId, id)
  }
  return recordAct(db, actor, id, 'bill.resync', {})
}
