import { openStatuses } from '@paydesk/contract/billStatus'
import { type Home, homeApi } from '@paydesk/contract/home'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isOverdue, visibleOwners } from '../bill/bill.ts'
import { route } from '../lib/route.ts'

type Outstanding = NonNullable<Home['outstanding']>[number]

export function homeRoutes(app: FastifyInstance) {
  route(app, homeApi.read, async ({ db, actor }) => {
    const asOf = new Date().toISOString()
    const owners = await visibleOwners(db, actor)
    if (owners.length === 0) return { asOf, outstanding: null }
    const overdue = isOverdue(actor)
    const { rows } = await sql<Outstanding>`
      select currency, sum(due_minor)::bigint as due_minor, count(*) as count,
        coalesce(sum(due_minor) filter (where ${overdue}), 0)::bigint as overdue_minor, count(*) filter (where ${overdue}) as overdue_count
      from bill b
      where company_id = ${actor.companyId} and status = any(${openStatuses})
        ${owners === 'all' ? sql`` : sql`and owner_id = any(${owners}::uuid[])`}
      group by currency order by count(*) desc, currency`.execute(db)
    return { asOf, outstanding: rows }
  })
}
