import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import { type Fee, feeKey, feesOfRows, type ToldRow } from '../../money/transaction/transaction.ts'
import { announceBills } from './entry.ts'

/**
 * Gives bills the fees that these rows tell, and the day on which each payment counts. Returns the
 * bills for which one of these payments is still stored as pending: PayPal's record says more by
 * now. The caller holds the books, which are locked before the bills (lockBooks).
 */
export async function fillFees(
  db: Db,
  companyId: Id<'company'>,
  rows: ToldRow[],
): Promise<string[]> {
  const fees = feesOfRows(rows)
  if (fees.size === 0) return []
  const { rows: held } = await sql<{
    id: string
    billId: Id<'bill'>
    accountId: Id<'paypalAccount'> | null
    paymentId: string
    pending: boolean
  }>`
    select id, bill_id, account_id, provider_payment_id as payment_id, pending from bill_payment
    where company_id = ${companyId}
      and provider_payment_id = any(
        ${rows.map(({ providerTransactionId }) => providerTransactionId)}
      )
      and (pending or fee_minor is null or moved_at is null) and source = 'paypal'`.execute(db)
  const given = held.flatMap(({ id, billId, accountId, paymentId, pending }) => {
    const fee = pending ? undefined : fees.get(feeKey(accountId, paymentId))
    return fee ? [{ id, billId, ...fee }] : []
  })
  if (given.length > 0) await writeFees(db, companyId, given)
  return held.filter(({ pending }) => pending).map(({ billId }) => billId)
}

/**
 * The bill's fee is the sum over the payments whose fee is known. Whoever tells a fee, the bill's
 * open screens show it.
 */
export async function writeFees(
  db: Db,
  companyId: Id<'company'>,
  given: (Fee & { id: string; billId: Id<'bill'>; movedAt?: string })[],
): Promise<void> {
  const billIds = [...new Set(given.map(({ billId }) => billId))]
  // The bills are locked first, as everywhere: code that applies a snapshot holds the bill and then
  // writes its payments.
  const { rows: bills } = await sql<{ id: Id<'bill'>; ownerId: Id<'user'> }>`
    select id, owner_id
    from bill
    where company_id = ${companyId} and id = any(${billIds}::uuid[])
    order by id
    for update`.execute(db)
  await sql`
    update bill_payment p
    set fee_minor = u."feeMinor",
      net_minor = u."netMinor",
      moved_at = coalesce(u."movedAt", p.moved_at),
      counted_on = coalesce((u."movedAt" at time zone c.timezone)::date, p.counted_on)
    from company c,
      jsonb_to_recordset(${toJsonb(given)}::jsonb) as u (
        id uuid, "feeMinor" bigint, "netMinor" bigint, "movedAt" timestamptz
      )
    where c.id = ${companyId} and p.company_id = ${companyId} and p.id = u.id`.execute(db)
  await sql`
    update bill b set fee_minor = p.fee, net_minor = p.net
    from (
      select bill_id, sum(fee_minor)::bigint as fee, sum(net_minor)::bigint as net
      from bill_payment
      where company_id = ${companyId} and bill_id = any(${billIds}::uuid[])
      group by bill_id
    ) p
    where b.company_id = ${companyId} and b.id = p.bill_id`.execute(db)
  await announceBills(db, companyId, bills)
}

/**
 * Counts anew on which days the payments and the money that went back count, for rows of PayPal's
 * reporting that came or were re-dated. The caller holds the books.
 */
export async function recountRows(
  db: Db,
  companyId: Id<'company'>,
  rowIds: string[],
): Promise<void> {
  if (rowIds.length > 0) await sql`select recount_rows(${companyId}, ${rowIds}::uuid[])`.execute(db)
}
