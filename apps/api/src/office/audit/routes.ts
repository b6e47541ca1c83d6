import { countCap } from '@paydesk/contract/lib/page'
import { type AuditRow, auditLogApi } from '@paydesk/contract/office/auditLog'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { refuse } from '../../lib/errors.ts'
import { route } from '../../lib/route.ts'
import { type Hearer, onChange } from './audit.ts'
import { matchingEntries } from './filter.ts'

const columns = sql`e.seq as id, e.at, e.actor_id, e.actor_name,
  (
    select u.username from app_user u where u.company_id = e.company_id and u.id = e.actor_id
  ) as actor_username,
  e.action, e.entity, e.entity_id, e.entity_label, e.before, e.after, e.address, e.device`

/** `hears` is what else becomes of each change that is recorded. */
export function auditRoutes(app: FastifyInstance, hears: Hearer) {
  onChange(hears)
  route(app, auditLogApi.list, async ({ db, actor, query }) => {
    const where = matchingEntries(actor.companyId, query)
    const { rows } = await sql<AuditRow>`select ${columns} from audit_entry e where ${where}
      order by e.seq desc
      limit ${query.pageSize} offset ${(query.current - 1) * query.pageSize}`.execute(db)
    const counted = await sql<{ total: number }>`
      select count(*) as total
      from (select from audit_entry e where ${where} limit ${countCap + 1}) capped`.execute(db)
    const total = counted.rows[0]?.total ?? 0
    return { list: rows, total: Math.min(total, countCap), totalIsExact: total <= countCap }
  })

  route(app, auditLogApi.read, async ({ db, actor, params }) => {
    const { rows } = await sql<AuditRow & { prevHash: string; hash: string }>`
      select ${columns}, encode(e.prev_hash, 'hex') as prev_hash, encode(e.hash, 'hex') as hash
      from audit_entry e where e.company_id = ${actor.companyId} and e.seq = ${params.id}`.execute(
      db,
    )
    if (!rows[0]) throw refuse('notFound')
    return rows[0]
  })
}
