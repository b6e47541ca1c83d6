import { randomUUID } from 'node:crypto'
import type { Language } from '@paydesk/contract/lib/errors'
import type { Id } from '@paydesk/contract/lib/id'
import type { SettingValues } from '@paydesk/contract/people/companySetting'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { ChatBot } from '../../lib/outside/chat.ts'
import type { Secrets } from '../../lib/secret.ts'

type Webhook = SettingValues['notifications']['webhooks'][number]
type Kept = {
  id: string
  urlLast4: string
  hasSecret: boolean
  fingerprint: string
  sentAt: string | null
  failure: string
  failedAt: string | null
}

/** The place of a bot's address or signing secret, to which its seal is bound. */
const place = (companyId: Id<'company'>, column: 'url' | 'secret', row: string) => ({
  companyId,
  table: 'chat_bot',
  column,
  row,
})

/**
 * The bots of the settings with what is known of each, but never with their addresses. The
 * fingerprint is of the seals, so it tells nothing about what is in them.
 */
export async function withBots(
  db: Db,
  companyId: Id<'company'>,
  webhooks: Webhook[],
): Promise<Webhook[]> {
  if (webhooks.length === 0) return []
  const { rows } = await sql<Kept>`
    select id, url_last4, secret_sealed is not null as has_secret,
      left(encode(sha256(url_sealed || coalesce(secret_sealed, '')), 'hex'), 12) as fingerprint,
      sent_at, failure, failed_at
    from chat_bot where company_id = ${companyId}`.execute(db)
  return webhooks.map((webhook) => ({
    ...bare(webhook),
    ...rows.find(({ id }) => id === webhook.id),
  }))
}

/** The part of a bot that the settings store. */
const bare = ({ id, kind, name, enabled }: Webhook) => ({ id, kind, name, enabled })

/**
 * Seals new addresses and secrets, deletes bots that were removed, and returns what the settings
 * store.
 */
export async function saveBots(
  db: Db,
  secrets: Secrets,
  companyId: Id<'company'>,
  before: Webhook[],
  webhooks: Webhook[],
): Promise<Webhook[]> {
  const saved: Webhook[] = []
  for (const webhook of webhooks) {
    const known = before.find(({ id }) => id !== undefined && id === webhook.id)
    if (webhook.id !== undefined && !known) throw refuse('notFound')
    // An address belongs to one kind of chat, so a bot of another kind needs a new address.
    if (webhook.url === undefined && known?.kind !== webhook.kind)
      throw refuse('request.invalid', { detail: 'notifications.webhooks.url' })
    const id = known?.id ?? randomUUID()
    if (webhook.url !== undefined) await putUrl(db, secrets, companyId, id, webhook.url)
    if (webhook.secret !== undefined) await putSecret(db, secrets, companyId, id, webhook.secret)
    saved.push(bare({ ...webhook, id }))
  }
  const ids = saved.map(({ id }) => id)
  await sql`
    delete from chat_bot
    where company_id = ${companyId} and not id = any(${ids}::uuid[])`.execute(db)
  return saved
}

async function putUrl(db: Db, secrets: Secrets, companyId: Id<'company'>, id: string, url: string) {
  const sealed = await secrets.seal(db, place(companyId, 'url', id), url)
  await sql`
    insert into chat_bot (company_id, id, url_sealed, url_last4)
    values (${companyId}, ${id}, ${sealed}, ${url.slice(-4)})
    on conflict (company_id, id)
    do update set
      url_sealed = excluded.url_sealed,
      url_last4 = excluded.url_last4,
      failure = '',
      failed_at = null`.execute(db)
}

async function putSecret(
  db: Db,
  secrets: Secrets,
  companyId: Id<'company'>,
  id: string,
  secret: string,
) {
  const sealed =
    secret === '' ? null : await secrets.seal(db, place(companyId, 'secret', id), secret)
  await sql`
    update chat_bot
    set secret_sealed = ${sealed}
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** The bot for sending a message. Undefined if it was removed or switched off meanwhile. */
export async function botOf(
  db: Db,
  secrets: Secrets,
  companyId: Id<'company'>,
  id: string,
): Promise<(ChatBot & { language: Language }) | undefined> {
  const { rows } = await sql<{
    tab: SettingValues['notifications']
    urlSealed: Buffer
    secretSealed: Buffer | null
  }>`
    select s.tabs -> 'notifications' as tab, b.url_sealed, b.secret_sealed
    from chat_bot b
    join company_setting s on s.company_id = b.company_id
    where b.company_id = ${companyId} and b.id = ${id}`.execute(db)
  const [row] = rows
  const webhook = row?.tab.webhooks.find((one) => one.id === id)
  if (!row || !webhook?.enabled) return undefined
  return {
    kind: webhook.kind,
    language: row.tab.language ?? 'zh-CN',
    url: await secrets.open(db, place(companyId, 'url', id), row.urlSealed),
    secret: row.secretSealed
      ? await secrets.open(db, place(companyId, 'secret', id), row.secretSealed)
      : undefined,
  }
}

export const noteBotSent = (db: Db, companyId: Id<'company'>, id: string) =>
  sql`
    update chat_bot
    set sent_at = now(), failure = '', failed_at = null
    where company_id = ${companyId} and id = ${id}`.execute(db)

export const noteBotFailed = (db: Db, companyId: Id<'company'>, id: string, failure: string) =>
  sql`
    update chat_bot
    set failure = ${failure}, failed_at = now()
    where company_id = ${companyId} and id = ${id}`.execute(db)
