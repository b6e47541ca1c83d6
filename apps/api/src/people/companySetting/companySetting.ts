import type { Id } from '@paydesk/contract/lib/id'
import {
  type CompanySetting,
  defaultSettings,
  type SettingTab,
  type SettingValues,
  settingTabs,
} from '@paydesk/contract/people/companySetting'
import { type Actor, requireFactor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh } from '../../lib/errors.ts'
import { toJsonb } from '../../lib/json.ts'
import type { Secrets } from '../../lib/secret.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { saveBots, withBots } from './bot.ts'

// Other features may use these parts of the bots.
export { botOf, noteBotFailed, noteBotSent } from './bot.ts'

/** The settings as their page shows them, with what is known of each bot. */
export async function readSettingPage(db: Db, companyId: Id<'company'>): Promise<CompanySetting> {
  const setting = await readSettings(db, companyId)
  const webhooks = await withBots(db, companyId, setting.notifications.webhooks)
  return { ...setting, notifications: { ...setting.notifications, webhooks } }
}

/** The company's settings, with defaults for everything that it has not set. */
export async function readSettings(db: Db, companyId: Id<'company'>): Promise<CompanySetting> {
  const row = await db
    .selectFrom('companySetting')
    .select(['tabs', 'version', 'updatedAt', 'updatedBy'])
    .where('companyId', '=', companyId)
    .executeTakeFirst()
  return {
    ...withDefaults(row?.tabs),
    version: row?.version ?? 1,
    updatedAt: row?.updatedAt ?? null,
    updatedBy: row?.updatedBy ?? null,
  }
}

/**
 * Settings that an earlier release stored lack fields that a later one added. A tab that no longer
 * fits its schema becomes the default.
 */
function withDefaults(stored: unknown): SettingValues {
  const tabs = (stored ?? {}) as Partial<Record<SettingTab, object>>
  const fitting = (tab: SettingTab) => {
    const parsed = settingTabs[tab].safeParse({ ...defaultSettings[tab], ...tabs[tab] })
    return parsed.success ? parsed.data : defaultSettings[tab]
  }
  return Object.fromEntries(
    (Object.keys(settingTabs) as SettingTab[]).map((tab) => [tab, fitting(tab)]),
  ) as SettingValues
}

export type SettingChange = Partial<Omit<SettingValues, 'approval'>>

/**
 * What a person changes on the settings' page. Thresholds are not among it: those wait for a second
 * person (people/limitChange).
 */
export async function updateSettings(
  db: Db,
  secrets: Secrets,
  actor: Actor,
  { version, ...changed }: SettingChange & { version: number },
): Promise<CompanySetting> {
  const { companyId } = actor
  const before = await lockSettings(db, companyId)
  assertFresh(before, version)
  // How long sessions live and whether a second factor is asked for: with these a borrowed session
  // would open the door for good. And where notices go: an address or a chat that a thief adds
  // would go on telling them when the session is long over. And what every new bill says about
  // paying: it would lead the customers' money elsewhere.
  // And for how long evidence is kept: what went can't be brought back.
  const differs = (tab: 'security' | 'notifications' | 'billing' | 'retention') =>
    changed[tab] && JSON.stringify(changed[tab]) !== JSON.stringify(before[tab])
  if (differs('security') || differs('notifications') || differs('billing') || differs('retention'))
    requireFactor(actor)
  const { notifications } = changed
  if (notifications) {
    const webhooks = await saveBots(
      db,
      secrets,
      companyId,
      before.notifications.webhooks,
      notifications.webhooks,
    )
    changed.notifications = { ...notifications, webhooks }
  }
  return write(db, actor, before, changed)
}

/**
 * For changes that were agreed on elsewhere: they count whatever else has been changed meanwhile.
 */
export const writeSettings = async (
  db: Db,
  actor: Actor,
  changed: Partial<SettingValues>,
): Promise<CompanySetting> => write(db, actor, await lockSettings(db, actor.companyId), changed)

async function lockSettings(db: Db, companyId: Id<'company'>): Promise<CompanySetting> {
  await db
    .insertInto('companySetting')
    .values({ companyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .selectFrom('companySetting')
    .select('version')
    .where('companyId', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return readSettingPage(db, companyId)
}

async function write(
  db: Db,
  actor: Actor,
  before: CompanySetting,
  changed: Partial<SettingValues>,
): Promise<CompanySetting> {
  const { companyId } = actor
  const stored = await readSettings(db, companyId)
  const tabs = Object.fromEntries(
    (Object.keys(settingTabs) as SettingTab[]).map((tab) => [tab, changed[tab] ?? stored[tab]]),
  )
  await db
    .updateTable('companySetting')
    .set({
      tabs: toJsonb(tabs),
      version: before.version + 1,
      updatedAt: new Date().toISOString(),
      updatedBy: actor.name,
    })
    .where('companyId', '=', companyId)
    .execute()
  const after = await readSettingPage(db, companyId)
  await recordChange(db, actor, {
    action: 'companySetting.update',
    entityId: companyId,
    label: actor.companyName,
    before: factsOf(before),
    after: factsOf(after),
  })
  return after
}

/**
 * What the audit log keeps. Of a bot it keeps only what a person chose, the last four characters
 * of its address, which somebody can choose alike, and what shows that the address or the secret
 * was written anew.
 */
function factsOf({ version: _, updatedAt: __, updatedBy: ___, ...tabs }: CompanySetting) {
  const webhooks = tabs.notifications.webhooks.map(
    ({ kind, name, enabled, urlLast4, hasSecret, fingerprint }) => ({
      kind,
      name,
      enabled,
      urlLast4,
      hasSecret,
      fingerprint,
    }),
  )
  return { ...tabs, notifications: { ...tabs.notifications, webhooks } }
}
