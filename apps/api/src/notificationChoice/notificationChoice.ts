import {
  defaultChoices,
  type NotificationChannel,
  type NotificationChoice,
  type NotificationKind,
} from '@paydesk/contract/notificationChoice'
import type { Db } from '../lib/db.ts'

type Owner = { companyId: string; userId: string }

/** Every kind, in the order of the page; where nothing was chosen, the default. Version 0: nothing ever was. */
export async function readChoices(db: Db, { companyId, userId }: Owner): Promise<{ version: number; choices: NotificationChoice[] }> {
  const row = await db
    .selectFrom('notificationChoice')
    .select(['version', 'choices'])
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  const chosen = (row?.choices ?? []) as NotificationChoice[]
  return {
    version: row?.version ?? 0,
    choices: defaultChoices.map((choice) => chosen.find(({ kind }) => kind === choice.kind) ?? choice),
  }
}

/** Before anyone is told anything. */
export async function wantsToKnow(db: Db, owner: Owner, kind: NotificationKind, channel: NotificationChannel): Promise<boolean> {
  const { choices } = await readChoices(db, owner)
  return choices.find((choice) => choice.kind === kind)?.[channel] ?? false
}
