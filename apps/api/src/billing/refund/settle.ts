import { type Refund, settleAfterMinutes } from '@paydesk/contract/billing/refund'
import type { Id } from '@paydesk/contract/lib/id'
import type { Currency } from '@paydesk/contract/lib/money'
import { CallFailed } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Actor } from '../../lib/actor.ts'
import { type Db, inCompany } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'
import type { Outside } from '../../lib/outside/outside.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { settleByHand } from '../../paypal/operation/operation.ts'
import { clientOf } from '../../paypal/paypalAccount/paypalAccount.ts'
import { askApproval } from '../approval/approval.ts'
import { addEntry, announceBill, readBill, recountRefunds } from '../bill/bill.ts'
import { fromRefund, type SeenRefund } from './seen.ts'

/**
 * A refund of ours that PayPal has neither shown nor refused since its answer was lost, long enough
 * to be settled by people.
 */
const isUnknown = sql`r.origin = 'paydesk'
  and r.state = 'sending'
  and r.provider_refund_id is null
  and exists (
    select
    from operation o
    where o.company_id = r.company_id
      and o.id = r.operation_id
      and o.state = 'unknown'
      and o.unknown_since < now() - make_interval(mins => ${sql.lit(settleAfterMinutes)})
  )`

type Unknown = {
  id: Id<'refund'>
  accountId: Id<'paypalAccount'>
  paymentId: string | null
  operationId: string
  currency: Currency
  amountMinor: number
  captureId: string | null
}

async function unknownRefund(
  db: Db,
  companyId: Id<'company'>,
  billId: string,
  id: string,
): Promise<Unknown> {
  const { rows } = await sql<Unknown & { unknown: boolean }>`
    select r.id, r.account_id, r.payment_id, r.operation_id, r.currency, r.amount_minor,
      p.provider_payment_id as capture_id, ${isUnknown} as unknown
    from refund r left join bill_payment p on p.company_id = r.company_id and p.id = r.payment_id
    where r.company_id = ${companyId} and r.bill_id = ${billId} and r.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse('notFound')
  if (!rows[0].unknown) throw refuse('refund.notUnknown')
  return rows[0]
}

export type Proposal = { happened: boolean; providerRefundId?: string | undefined; reason: string }
type Side = { pool: pg.Pool; outside: Outside }

/**
 * One person says what became of the refund. If it happened, its id at PayPal is looked up: a
 * refund that PayPal shows must be this one. One that PayPal does not show to our app is left to
 * the second person.
 */
export async function proposeSettlement(
  { pool, outside }: Side,
  actor: Actor,
  billId: Id<'bill'>,
  refundId: string,
  { happened, providerRefundId = '', reason }: Proposal,
): Promise<Refund> {
  const { companyId } = actor
  const begun = await inCompany(pool, companyId, async (db) => {
    await readBill(db, actor, billId)
    const refund = await unknownRefund(db, companyId, billId, refundId)
    return {
      refund,
      client: happened
        ? await clientOf(db, outside, { companyId, accountId: refund.accountId })
        : undefined,
    }
  })
  const shown = begun.client && (await shownRefund(begun.client, providerRefundId))
  return inCompany(pool, companyId, async (db) => {
    await sql`
      select from bill where company_id = ${companyId} and id = ${billId} for update`.execute(db)
    const refund = await unknownRefund(db, companyId, billId, refundId)
    if (happened) await assertFits(db, companyId, refund, providerRefundId, shown)
    const bill = await readBill(db, actor, billId)
    const { currency, amountMinor } = refund
    const said = { happened, providerRefundId: happened ? providerRefundId : null, reason }
    await askApproval(db, actor, {
      refundId: refund.id,
      currency,
      amountMinor,
      billNumber: bill.number,
      settling: said,
    })
    const data = { amountMinor, currency, happened, text: reason }
    await addEntry(db, companyId, billId, { source: 'person', kind: 'settleAsked', actor, data })
    await announceBill(db, companyId, { id: billId, ownerId: bill.ownerId })
    await recordChange(db, actor, {
      action: 'bill.settleRefund',
      entityId: billId,
      label: bill.number,
      after: { refundId, currency, amountMinor, ...said },
    })
    return (await readBill(db, actor, billId)).refunds.find(({ id }) => id === refundId) as Refund
  })
}

async function shownRefund(
  client: NonNullable<Awaited<ReturnType<typeof clientOf>>>,
  id: string,
): Promise<SeenRefund | undefined> {
  const answer = await client.payments.getRefund(id)
  if (answer.outcome === 'done') return fromRefund(answer.value)
  if (
    answer.outcome === 'refused' &&
    answer.refusal.by === 'paypal' &&
    [403, 404].includes(answer.refusal.status ?? 0)
  )
    return undefined
  throw refuse('paypalAccount.unreachable', { detail: new CallFailed(answer).message })
}

async function assertFits(
  db: Db,
  companyId: Id<'company'>,
  refund: Unknown,
  providerRefundId: string,
  shown: SeenRefund | undefined,
) {
  const { rows: taken } = await sql`
    select
    from refund
    where company_id = ${companyId}
      and account_id = ${refund.accountId}
      and provider_refund_id = ${providerRefundId}
      and id <> ${refund.id}
      and (
        origin = 'paydesk'
        or payment_id is distinct from ${refund.paymentId}
        or amount_minor <> ${refund.amountMinor}
        or currency <> ${refund.currency}
      )`.execute(db)
  const fits =
    !shown ||
    (shown.amountMinor === refund.amountMinor &&
      shown.currency === refund.currency &&
      (!shown.captureId || shown.captureId === refund.captureId) &&
      (!shown.customId || shown.customId === refund.id) &&
      shown.state !== 'failed')
  if (taken.length > 0 || !fits) throw refuse('refund.otherRefund', { id: providerRefundId })
}

/**
 * The second person has confirmed: the refund counts as made or as not made, and the call that
 * nobody knows of is over, so it is never repeated. If PayPal shows the contrary later, PayPal is
 * right (seen.ts).
 */
export async function carryOutSettlement(
  db: Db,
  companyId: Id<'company'>,
  approvalId: Id<'approval'>,
): Promise<void> {
  const { rows } = await sql<
    Unknown & { billId: Id<'bill'>; happened: boolean; providerRefundId: string | null }
  >`
    select r.id, r.bill_id, r.account_id, r.payment_id, r.operation_id, r.currency, r.amount_minor,
      a.happened, a.provider_refund_id
    from approval a join refund r on r.company_id = a.company_id and r.id = a.refund_id
    where a.company_id = ${companyId} and a.id = ${approvalId} for update of r`.execute(db)
  const [refund] = rows
  if (!refund) throw new Error(`The refund of approval ${approvalId} is gone`)
  const { id, accountId, happened, providerRefundId } = refund
  // PayPal may have shown the refund meanwhile, or a worker may be asking at this moment.
  await unknownRefund(db, companyId, refund.billId, id)
  if (!(await settleByHand(db, companyId, refund.operationId, happened ? 'done' : 'refused')))
    throw refuse('refund.notUnknown')
  if (happened) {
    await assertFits(db, companyId, refund, providerRefundId as string, undefined)
    await sql`
      delete from refund
      where company_id = ${companyId}
        and account_id = ${accountId}
        and provider_refund_id = ${providerRefundId}
        and id <> ${id} and origin = 'paypal'`.execute(db)
    await sql`
      update refund
      set state = 'completed',
        provider_refund_id = ${providerRefundId},
        settled = 'happened',
        failure = null,
        finished_at = now(),
        version = version + 1
      where company_id = ${companyId} and id = ${id}`.execute(db)
  } else
    await sql`
      update refund
      set state = 'refused',
        settled = 'notHappened',
        listed_as = null,
        finished_at = now(),
        version = version + 1,
        failure = ${toJsonb({ code: 'SETTLED_NOT_HAPPENED', detail: '' })}::jsonb
      where company_id = ${companyId} and id = ${id}`.execute(db)
  if (refund.paymentId) await recountRefunds(db, companyId, [refund.paymentId])
  await announce(db, companyId, [{ entity: 'refund', id }])
}
