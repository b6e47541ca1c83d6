import type { Language } from '@paydesk/contract/lib/errors'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../lib/db.ts'
import type { JobKind } from '../../lib/job.ts'
import type { Deps } from '../../lib/route.ts'
import type { MessageParams, Template } from './texts.ts'

export { admitMessage } from './quota.ts'

export type Sending = Pick<Deps, 'jobs' | 'outside'>

export const deliverMessage = {
  name: 'message.deliver',
  leaves: true,
  data: z.object({ companyId: z.uuid(), messageId: z.uuid() }),
} satisfies JobKind

/** The place of a message's parameters, to which their seal is bound. */
export const paramsOf = (companyId: Id<'company'>, messageId: string) => ({
  companyId,
  table: 'message',
  column: 'params',
  row: messageId,
})

/**
 * Sends the message if and only if the caller's transaction commits. Links and codes are sealed
 * until the message is sent, so no table and no job shows them.
 */
async function sendMessage(
  db: Db,
  { jobs, outside }: Sending,
  message: {
    companyId: Id<'company'>
    userId: Id<'user'> | null
    channel: 'mail' | 'sms'
    recipient: string
    template: Template
    language: Language
  },
  params: MessageParams,
) {
  const { companyId } = message
  const { id } = await db
    .insertInto('message')
    .values(message)
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealed = await outside.secrets.seal(db, paramsOf(companyId, id), JSON.stringify(params))
  await db
    .updateTable('message')
    .set({ params: sealed })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
  await jobs.enqueue(db, deliverMessage, { companyId, messageId: id })
}

type Recipient = { companyId: Id<'company'>; userId: Id<'user'> }

/** Mails one of our users, in their language. A user without an address gets nothing. */
export async function mailUser(
  db: Db,
  sending: Sending,
  { companyId, userId }: Recipient,
  template: Template,
  params: MessageParams,
  to?: string,
) {
  const user = await readRecipient(db, { companyId, userId })
  const recipient = to ?? user.email
  if (!recipient) return
  const message = {
    companyId,
    userId,
    channel: 'mail' as const,
    recipient,
    template,
    language: user.locale ?? 'zh-CN',
  }
  await sendMessage(db, sending, message, { name: user.name, username: user.username, ...params })
}

/** Mails an address that belongs to none of our users: the company's own. */
export const mailAddress = (
  db: Db,
  sending: Sending,
  {
    companyId,
    recipient,
    language,
  }: { companyId: Id<'company'>; recipient: string; language: Language },
  template: Template,
  params: MessageParams,
) =>
  sendMessage(
    db,
    sending,
    { companyId, userId: null, channel: 'mail', recipient, template, language },
    params,
  )

export async function textUser(
  db: Db,
  sending: Sending,
  { companyId, userId }: Recipient,
  template: Template,
  params: MessageParams,
) {
  const { phone, locale } = await readRecipient(db, { companyId, userId })
  if (!phone) return
  const message = {
    companyId,
    userId,
    channel: 'sms' as const,
    recipient: phone,
    template,
    language: locale ?? 'zh-CN',
  }
  await sendMessage(db, sending, message, params)
}

const readRecipient = (db: Db, { companyId, userId }: Recipient) =>
  db
    .selectFrom('appUser')
    .select(['name', 'username', 'email', 'phone', 'locale'])
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

type Unsent = { id: string; channel: string; recipient: string; template: string }

/**
 * After a restore: what was to be sent before the given moment may have been sent by the database
 * that was lost, and is not sent again.
 */
export async function withholdMessages(
  db: Db,
  companyId: Id<'company'>,
  before: string,
): Promise<Unsent[]> {
  const { rows } = await sql<Unsent>`
    update message set withheld_at = now(), params = null
    where company_id = ${companyId}
      and sent_at is null
      and withheld_at is null
      and created_at < ${before}
    returning id, channel, recipient, template`.execute(db)
  return rows
}
