import type { Id } from '@paydesk/contract/lib/id'
import {
  type Choices,
  defaultChoices,
  type NotificationChoice,
} from '@paydesk/contract/people/notificationChoice'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'

type Owner = { companyId: Id<'company'>; userId: Id<'user'> }
type Row = {
  version: number | null
  choices: NotificationChoice[] | null
  digestHour: number | null
  quietFrom: number | null
  quietTo: number | null
  timezone: string
}

/**
 * Every kind, in the order of the page, with the default where nothing was chosen. Version 0 means
 * that nothing ever was.
 */
export async function readChoices(db: Db, { companyId, userId }: Owner): Promise<Choices> {
  const { rows } = await sql<Row>`
    select n.version, n.choices, n.digest_hour, n.quiet_from, n.quiet_to,
      coalesce(u.timezone, c.timezone) as timezone
    from app_user u join company c on c.id = u.company_id
    left join notification_choice n on n.company_id = u.company_id and n.user_id = u.id
    where u.company_id = ${companyId} and u.id = ${userId}`.execute(db)
  const [row] = rows
  const { quietFrom = null, quietTo = null } = row ?? {}
  return {
    version: row?.version ?? 0,
    choices: defaultChoices.map(
      (choice) => row?.choices?.find(({ kind }) => kind === choice.kind) ?? choice,
    ),
    digestHour: row?.digestHour ?? null,
    quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
    timezone: row?.timezone ?? 'UTC',
  }
}
