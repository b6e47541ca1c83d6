import type { Id } from '@paydesk/contract/lib/id'
import type { PayPal } from '@paydesk/paypal/client'
import { CallFailed } from '@paydesk/paypal/outcome'
import { linkTo } from '@paydesk/paypal/wire'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inCompany } from '../../lib/db.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'
import type { Failure } from '../bill/bill.ts'
import { fromRefund, refundsSeen, type SeenRefund } from './seen.ts'

const eventTypes = [
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.REFUND.PENDING',
  'PAYMENT.REFUND.FAILED',
]
const perPage = 300
const mostPages = 200
const mostAtOnce = 100

/**
 * `hidden`: PayPal tells of the refund and does not show it. `more`: there are others that
 * were not read yet.
 */
export type RefundsRead = { seen: SeenRefund[]; hidden: string[]; more: boolean }

/**
 * Refunds since a moment of which nothing is known here. An invoice may not say what was refunded
 * of it, so PayPal's own list of events names them, and each is then read. `passed`: those that
 * PayPal did not show before.
 */
export async function readRefundsSince(
  pool: pg.Pool,
  paypal: PayPal,
  ref: AccountRef,
  since: Date,
  passed: string[],
): Promise<RefundsRead | Failure> {
  const ids = new Set<string>()
  for (const type of eventTypes) {
    let next: string | undefined
    for (let page = 1; page === 1 || (next && page <= mostPages); page++) {
      const answer = await (next
        ? paypal.webhooks.moreEvents(next)
        : paypal.webhooks.listEvents({ start: since, pageSize: perPage, type }))
      if (answer.outcome !== 'done') return answer
      for (const { resource } of answer.value.events) {
        const id = (resource as { id?: unknown } | null)?.id
        if (typeof id === 'string' && /^[A-Za-z0-9-]{1,60}$/.test(id)) ids.add(id)
      }
      next = linkTo(answer.value.links, 'next')
    }
    if (next) throw new Error(`PayPal's list of events ${type} has no end`)
  }
  const wanted = (
    await inCompany(pool, ref.companyId, (db) => unknownOf(db, ref, [...ids]))
  ).filter((id) => !passed.includes(id))
  const read: RefundsRead = { seen: [], hidden: [], more: wanted.length > mostAtOnce }
  for (const id of wanted.slice(0, mostAtOnce)) {
    const answer = await paypal.payments.getRefund(id)
    const shown = answer.outcome === 'done' ? fromRefund(answer.value) : undefined
    if (shown) read.seen.push(shown)
    else if (answer.outcome === 'done' || isHidden(answer)) read.hidden.push(id)
    else throw new CallFailed(answer)
  }
  return read
}

const isHidden = (failure: Failure) =>
  failure.outcome === 'refused' &&
  failure.refusal.by === 'paypal' &&
  [400, 403, 404].includes(failure.refusal.status ?? 0)

async function unknownOf(
  db: Db,
  { companyId, accountId }: AccountRef,
  ids: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id
    from unnest(${ids}::text[]) as w (id)
    where not exists (
      select
      from refund r
      where r.company_id = ${companyId}
        and r.account_id = ${accountId}
        and r.provider_refund_id = w.id
    )
    order by w.id`.execute(db)
  return rows.map(({ id }) => id)
}

type TakenRefund = {
  id: string
  billId: Id<'bill'> | null
  billNumber: string | null
  providerRefundId: string
  state: string
  currency: string
  amountMinor: number
}

/**
 * Takes them in as if their events had come. One of ours that waited, or was on its way, is known
 * by the id that we gave it.
 */
export async function takeRefunds(
  db: Db,
  { companyId, accountId }: AccountRef,
  seen: SeenRefund[],
): Promise<TakenRefund[]> {
  await refundsSeen(db, companyId, accountId, seen)
  const { rows } = await sql<TakenRefund>`
    select r.id, r.bill_id,
      (
        select b.number from bill b where b.company_id = r.company_id and b.id = r.bill_id
      ) as bill_number,
      r.provider_refund_id, r.state, r.currency, r.amount_minor
    from refund r where r.company_id = ${companyId} and r.account_id = ${accountId}
      and r.provider_refund_id = any(
        ${seen.map(({ providerRefundId }) => providerRefundId)}::text[]
      )`.execute(db)
  return rows
}
