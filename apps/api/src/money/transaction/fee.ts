import type { Id } from '@paydesk/contract/lib/id'
import { isSettled, settledStatuses } from '@paydesk/contract/money/transaction'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { literals } from '../../lib/literals.ts'
import type { ToldRow } from './row.ts'

/** What PayPal kept of a payment, as a positive amount as on bills, and the rest. */
export type Fee = { feeMinor: number; netMinor: number }
/**
 * With the instant at which PayPal's balance moved, which says on which day the payment counts.
 * Of a row that is not written yet it is the likely one; what the books know in the end is put
 * right by recountRows.
 */
export type DatedFee = Fee & { movedAt: string }
export type Fees = Map<string, DatedFee>
export const feeKey = (accountId: Id<'paypalAccount'> | null, paymentId: string) =>
  `${accountId} ${paymentId}`

const feeOf = ({ grossMinor, feeMinor }: Pick<ToldRow, 'grossMinor' | 'feeMinor'>): Fee => ({
  feeMinor: feeMinor === 0 ? 0 : -feeMinor,
  netMinor: grossMinor + feeMinor,
})

/**
 * Only money that has come in and has been counted has a final fee. That it was all taken back
 * later does not change it.
 */
const isPaid = ({ status, grossMinor }: Pick<ToldRow, 'status' | 'grossMinor'>) =>
  isSettled(status) && grossMinor > 0

export const feesOfRows = (rows: ToldRow[]): Fees =>
  new Map(
    rows
      .filter(isPaid)
      .map((row) => [
        feeKey(row.accountId, row.providerTransactionId),
        { ...feeOf(row), movedAt: row.providerUpdatedAt },
      ]),
  )

/** The fees of those payments whose rows we have. */
export async function readFeesOf(
  db: Db,
  companyId: Id<'company'>,
  paymentIds: string[],
): Promise<Fees> {
  if (paymentIds.length === 0) return new Map()
  const { rows } = await sql<{
    accountId: Id<'paypalAccount'>
    id: string
    grossMinor: number
    feeMinor: number
    movedAt: string
  }>`
    select account_id, provider_transaction_id as id, gross_minor, fee_minor, moved_at
    from paypal_transaction
    where company_id = ${companyId}
      and provider_transaction_id = any(${paymentIds})
      and class = 'payment'
      and status in (${literals(settledStatuses)}) and gross_minor > 0`.execute(db)
  return new Map(
    rows.map((row) => [feeKey(row.accountId, row.id), { ...feeOf(row), movedAt: row.movedAt }]),
  )
}
