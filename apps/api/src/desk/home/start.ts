import type { Start } from '@paydesk/contract/desk/home'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'

/**
 * What a company that has not begun has done so far. It has begun when a bill has gone out, or
 * waits for its day: from then on figures say more. Whether there is a customer or a colleague at
 * all is no secret from anybody in the company.
 */
export async function readStart(db: Db, { companyId }: Actor): Promise<Start | null> {
  const { rows } = await sql<Start & { begun: boolean }>`select
    exists (
      select
      from bill
      where company_id = ${companyId}
        and (sent_at is not null or status not in ('draft', 'sending', 'sendFailed', 'cancelled'))
    ) as begun,
    exists (
      select
      from paypal_account
      where company_id = ${companyId} and client_id <> '' and state <> 'archived'
    ) as account,
    (
      select count(*) > 1
      from (
        select from app_user where company_id = ${companyId} and status <> 'disabled' limit 2
      ) u
    ) as people,
    exists (select from customer where company_id = ${companyId}) as customer,
    exists (select from bill where company_id = ${companyId}) as bill`.execute(db)
  if (!rows[0] || rows[0].begun) return null
  const { begun: _, ...start } = rows[0]
  return start
}
