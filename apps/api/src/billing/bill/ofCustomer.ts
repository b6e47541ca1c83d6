import { sql } from 'kysely'
import type { CustomerRecords } from '../customer/customer.ts'

/** A customer's bills, for a merge of two customers. */
export const billsOfCustomer: CustomerRecords = {
  // Ordered by id, like the locks of the code that applies PayPal's events.
  lock: (db, companyId, customerId) =>
    sql`
      select id
      from bill
      where company_id = ${companyId} and customer_id = ${customerId}
      order by id
      for no key update`.execute(db),
  async move(db, companyId, fromId, intoId) {
    const moved = await sql`
      update bill
      set customer_id = ${intoId}
      where company_id = ${companyId} and customer_id = ${fromId}`.execute(db)
    return Number(moved.numAffectedRows ?? 0)
  },
}
