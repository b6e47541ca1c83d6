import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { tellUsers } from '../../people/notice/notice.ts'

/**
 * Tells whoever asked for a refund, and whoever approved it, that PayPal did not make it:
 * both believe that the customer has the money back. A refund that was made at PayPal
 * itself has neither.
 */
export async function tellNotRefunded(
  db: Db,
  companyId: Id<'company'>,
  refundId: string,
  detail: string,
): Promise<void> {
  const { rows } = await sql<{
    billId: Id<'bill'>
    billNumber: string
    customerName: string
    people: Id<'user'>[]
  }>`
    select b.id as bill_id, b.number as bill_number, b.customer_name,
      array_remove(
        array[
          r.requested_by,
          (
            select a.decided_by
            from approval a
            where a.company_id = r.company_id
              and a.refund_id = r.id
              and a.kind = 'refund'
              and a.state = 'approved'
          )
        ],
        null
      ) as people
    from refund r join bill b on b.company_id = r.company_id and b.id = r.bill_id
    where r.company_id = ${companyId} and r.id = ${refundId}`.execute(db)
  const [refund] = rows
  if (!refund) return
  const { people, ...bill } = refund
  const data = { ...bill, what: 'refund' as const, differs: false, detail }
  await tellUsers(db, companyId, people, {
    kind: 'billRefused',
    choice: 'billRefused',
    subjectId: refundId,
    data,
  })
}
