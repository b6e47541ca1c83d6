import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import type { ToldRow } from './row.ts'

/** What PayPal kept of a payment, as bills say it: positive, and the rest. */
export type Fee = { feeMinor: number; netMinor: number }
export type Fees = Map<string, Fee>
export const feeKey = (accountId: string | null, paymentId: string) => `${accountId} ${paymentId}`

const feeOf = ({ grossMinor, feeMinor }: Pick<ToldRow, 'grossMinor' | 'feeMinor'>): Fee => ({
  feeMinor: feeMinor === 0 ? 0 : -feeMinor,
  netMinor: grossMinor + feeMinor,
})

/** Only money that has come in and has been counted has a fee that stays. */
const isPaid = ({ status, grossMinor }: Pick<ToldRow, 'status' | 'grossMinor'>) => status === 'S' && grossMinor > 0

export const feesOfRows = (rows: ToldRow[]): Fees =>
  new Map(rows.filter(isPaid).map((row) => [feeKey(row.accountId, row.providerTransactionId), feeOf(row)]))

/** The fees of these payments, as far as their rows are here. */
export async function readFeesOf(db: Db, companyId: string, paymentIds: string[]): Promise<Fees> {
  if (paymentIds.length === 0) return new Map()
  const { rows } = await sql<{ accountId: string; id: string; grossMinor: number; feeMinor: number }>`
    select account_id, provider_transaction_id as id, gross_minor, fee_minor from paypal_transaction
    where company_id = ${companyId} and provider_transaction_id = any(${paymentIds}) and class = 'payment' and status = 'S'
      and gross_minor > 0`.execute(db)
  return new Map(rows.map((row) => [feeKey(row.accountId, row.id), feeOf(row)]))
}

/**
 * Gives bills the fees that these rows tell. Answers the bills that still hold one of these payments to be pending: PayPal's record
 * says more by now. The caller holds the books, and so comes before the bills (apply.ts).
 */
export async function fillFees(db: Db, companyId: string, rows: ToldRow[]): Promise<string[]> {
  const fees = feesOfRows(rows)
  if (fees.size === 0) return []
  const { rows: held } = await sql<{ id: string; billId: string; accountId: string | null; paymentId: string; pending: boolean }>`
    select id, bill_id, account_id, provider_payment_id as payment_id, pending from bill_payment
    where company_id = ${companyId} and provider_payment_id = any(${rows.map(({ providerTransactionId }) => providerTransactionId)})
      and (pending or fee_minor is null)`.execute(db)
  const given = held.flatMap(({ id, billId, accountId, paymentId, pending }) => {
    const fee = pending ? undefined : fees.get(feeKey(accountId, paymentId))
    return fee ? [{ id, billId, ...fee }] : []
  })
  if (given.length > 0) await writeFees(db, companyId, given)
  return held.filter(({ pending }) => pending).map(({ billId }) => billId)
}

/** The bill's fee is that of the payments whose fee is known. */
export async function writeFees(db: Db, companyId: string, given: (Fee & { id: string; billId: string })[]): Promise<void> {
  const billIds = [...new Set(given.map(({ billId }) => billId))]
  // The bills first, as everywhere: whoever applies a snapshot holds the bill and then writes its payments.
  await sql`select from bill where company_id = ${companyId} and id = any(${billIds}::uuid[]) order by id for update`.execute(db)
  await sql`
    update bill_payment p set fee_minor = u."feeMinor", net_minor = u."netMinor"
    from jsonb_to_recordset(${toJsonb(given)}::jsonb) as u (id uuid, "feeMinor" bigint, "netMinor" bigint)
    where p.company_id = ${companyId} and p.id = u.id`.execute(db)
  await sql`
    update bill b set fee_minor = p.fee, net_minor = p.net
    from (select bill_id, sum(fee_minor)::bigint as fee, sum(net_minor)::bigint as net from bill_payment
      where company_id = ${companyId} and bill_id = any(${billIds}::uuid[]) group by bill_id) p
    where b.company_id = ${companyId} and b.id = p.bill_id`.execute(db)
}
