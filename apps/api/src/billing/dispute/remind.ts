import type { Id } from '@paydesk/contract/lib/id'
import type { Currency } from '@paydesk/contract/lib/money'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { tellHolders } from '../../people/notice/notice.ts'
import { needsAnswer } from './waiting.ts'

/** People are reminded of a dispute twice before its deadline. */
const beforeHours = [48, 24]

type Dispute = {
  disputeId: Id<'dispute'>
  subjectId: string
  billNumber: string | null
  buyerName: string
  amountMinor: number | null
  currency: Currency | null
  dueAt: string
  hours: number
}

/**
 * Each threshold reminds once, and again if PayPal moves the deadline. A dispute that came late is
 * reminded of at the nearer threshold only.
 */
export async function remindDisputes(db: Db, companyId: Id<'company'>): Promise<void> {
  const { rows } = await sql<Dispute>`
    select d.id as dispute_id,
      md5(d.id::text || h.hours || d.seller_due_at::text)::uuid as subject_id,
      b.number as bill_number, d.buyer_name, d.amount_minor, d.currency, d.seller_due_at as due_at,
      h.hours
    from dispute d left join bill b on b.company_id = d.company_id and b.id = d.bill_id
    cross join lateral (
      select min(x) as hours
      from unnest(${beforeHours}::integer[]) x
      where d.seller_due_at <= now() + make_interval(hours => x)
    ) h
    where d.company_id = ${companyId} and ${needsAnswer('d')}
      and d.seller_due_at > now() and h.hours is not null`.execute(db)
  for (const { subjectId, ...data } of rows)
    await tellHolders(db, companyId, 'ViewDispute', {
      kind: 'disputeDeadline',
      choice: 'disputeDeadline',
      subjectId,
      data,
    })
}
