import type { Notice } from '@paydesk/contract/notice'
import type { NotificationKind } from '@paydesk/contract/notificationChoice'
import { type Permission, roleCode } from '@paydesk/contract/permission'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../lib/change.ts'
import type { Db } from '../lib/db.ts'
import { toJsonb } from '../lib/json.ts'
import { wantsToKnow } from '../notificationChoice/notificationChoice.ts'

type Told<K extends Notice['kind']> = {
  kind: K
  /** What a reader may switch off. */
  choice: NotificationKind
  /** One notice per reader, kind and subject. */
  subjectId: string | RawBuilder<string>
  data: Extract<Notice, { kind: K }>['data']
}

/** Everyone who holds the permission, except one, unless they do not want to be told. */
export async function tellHolders<K extends Notice['kind']>(
  db: Db,
  companyId: string,
  permission: Permission,
  told: Told<K>,
  exceptId: string | null = null,
): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select u.id as user_id from app_user u where u.company_id = ${companyId} and u.status = 'active'
      and u.id is distinct from ${exceptId}::uuid and exists (
      select from user_role ur join role r on r.id = ur.role_id
      where ur.company_id = u.company_id and ur.user_id = u.id and (r.code in (${roleCode.admin}, ${roleCode.superAdmin})
        or exists (select from role_permission rp join permission p on p.id = rp.permission_id
          where rp.role_id = r.id and p.name = ${permission})))`.execute(db)
  for (const { userId } of rows) await tellOne(db, companyId, userId, told)
}

/** A super admin who acted here is a user of another company, and is not told. */
export async function tellOne<K extends Notice['kind']>(
  db: Db,
  companyId: string,
  userId: string,
  { kind, choice, subjectId, data }: Told<K>,
): Promise<void> {
  if (!(await wantsToKnow(db, { companyId, userId }, choice, 'console'))) return
  await sql`
    insert into notice (company_id, user_id, kind, subject_id, data)
    select company_id, id, ${kind}, ${subjectId}, ${toJsonb(data)}::jsonb from app_user where company_id = ${companyId} and id = ${userId}
    on conflict do nothing`.execute(db)
  await announce(db, companyId, [{ entity: 'notice', id: userId }])
}
