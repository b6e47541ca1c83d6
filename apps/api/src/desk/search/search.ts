import { billApi } from '@paydesk/contract/billing/bill'
import { customerApi } from '@paydesk/contract/billing/customer'
import { disputeApi } from '@paydesk/contract/billing/dispute'
import { maxHits, type SearchReply } from '@paydesk/contract/desk/search'
import { canAccess } from '@paydesk/contract/lib/access'
import type { Endpoint } from '@paydesk/contract/lib/endpoint'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { findBills } from '../../billing/bill/bill.ts'
import { findCustomers } from '../../billing/customer/customer.ts'
import { findDisputes } from '../../billing/dispute/dispute.ts'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { listTransactions } from '../../money/transaction/transaction.ts'

/** PayPal's ids and e-mail addresses: transactions are not searched for by any other words. */
const plain = /^[\x21-\x7e]+$/

/**
 * Each kind is searched only for people who may list it, and by that list's own rules
 * of who sees what.
 */
export async function search(
  db: Db,
  actor: Actor,
  { keyword }: { keyword: string },
): Promise<SearchReply> {
  const may = ({ permission }: Endpoint) => canAccess(actor, permission)
  const { companyId } = actor
  const mayBills = may(billApi.list)
  const mayCustomers = may(customerApi.read)
  // Customers are searched even for people who may see only bills; findBills decides
  // whose bills they see.
  const customers =
    mayBills || mayCustomers
      ? await findCustomers(db, companyId, keyword, maxHits)
      : { list: [], ids: [] }
  const bills = mayBills ? await findBills(db, actor, keyword, maxHits, customers.ids) : []
  const transactions =
    may(transactionApi.list) && plain.test(keyword)
      ? (
          await listTransactions(db, actor, {
            keyword,
            sort: '-time',
            current: 1,
            pageSize: maxHits,
          })
        ).list
      : []
  const disputes = may(disputeApi.list) ? await findDisputes(db, companyId, keyword, maxHits) : []
  return { bills, customers: mayCustomers ? customers.list : [], transactions, disputes }
}
