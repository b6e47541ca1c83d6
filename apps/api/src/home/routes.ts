import { homeApi } from '@paydesk/contract/home'
import type { Currency } from '@paydesk/contract/money'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { today, visibleOwners } from '../bill/bill.ts'
import { route } from '../lib/route.ts'

type Outstanding = { currency: Currency; dueMinor: number; count: number; overdueMinor: number; overdueCount: number }

export function homeRoutes(app: FastifyInstance) {
  route(app, homeApi.read, async ({ db, actor }) => {
    const asOf = new Date().toISOString()
    const owners = await visibleOwners(db, actor)
    if (owners.length === 0) return { asOf, outstanding: null }
    const overdue = sql`due_minor > 0 and due_date < ${today(actor)}`
    // Statuses are spelled out so that PostgreSQL sees that the partial index bill_open covers the question.
    const { rows } = await sql<Outstanding>`
      select currency, sum(due_minor)::bigint as due_minor, count(*) as count,
        coalesce(sum(due_minor) filter (where ${overdue}), 0)::bigint as overdue_minor, count(*) filter (where ${overdue}) as overdue_count
      from bill
      where company_id = ${actor.companyId} and status in ('sent', 'paymentPending', 'partiallyPaid')
        ${owners === 'all' ? sql`` : sql`and owner_id = any(${owners}::uuid[])`}
      group by currency order by count(*) desc, currency`.execute(db)
    return { asOf, outstanding: rows }
  })
}
