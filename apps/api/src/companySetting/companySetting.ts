import { type CompanySetting, defaultSettings, type SettingTab, type SettingValues, settingTabs } from '@paydesk/contract/companySetting'
import { recordChange } from '../audit/audit.ts'
import type { Actor } from '../lib/actor.ts'
import type { Db } from '../lib/db.ts'
import { assertFresh } from '../lib/errors.ts'
import { toJsonb } from '../lib/json.ts'

/** What the company has set, with the default for whatever it has not. */
export async function readSettings(db: Db, companyId: string): Promise<CompanySetting> {
  const row = await db.selectFrom('companySetting').selectAll().where('companyId', '=', companyId).executeTakeFirst()
  return { ...withDefaults(row?.tabs), version: row?.version ?? 1, updatedAt: row?.updatedAt ?? null, updatedBy: row?.updatedBy ?? null }
}

/** Fields that a later release adds are missing in what an earlier one stored; a tab that no longer fits its schema is the default. */
function withDefaults(stored: unknown): SettingValues {
  const tabs = (stored ?? {}) as Partial<Record<SettingTab, object>>
  const fitting = (tab: SettingTab) => {
    const parsed = settingTabs[tab].safeParse({ ...defaultSettings[tab], ...tabs[tab] })
    return parsed.success ? parsed.data : defaultSettings[tab]
  }
  return Object.fromEntries((Object.keys(settingTabs) as SettingTab[]).map((tab) => [tab, fitting(tab)])) as SettingValues
}

export async function updateSettings(
  db: Db,
  actor: Actor,
  { version, ...changed }: Partial<SettingValues> & { version: number },
): Promise<CompanySetting> {
  const { companyId } = actor
  await db
    .insertInto('companySetting')
    .values({ companyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.selectFrom('companySetting').select('version').where('companyId', '=', companyId).forUpdate().executeTakeFirstOrThrow()
  const before = await readSettings(db, companyId)
  assertFresh(before, version)
  const tabs = Object.fromEntries((Object.keys(settingTabs) as SettingTab[]).map((tab) => [tab, changed[tab] ?? before[tab]]))
  await db
    .updateTable('companySetting')
    .set({ tabs: toJsonb(tabs), version: version + 1, updatedAt: new Date().toISOString(), updatedBy: actor.name })
    .where('companyId', '=', companyId)
    .execute()
  const after = await readSettings(db, companyId)
  await recordChange(db, actor, {
    action: 'companySetting.update',
    entityId: companyId,
    label: actor.companyName,
    before: withoutSecrets(before),
    after: withoutSecrets(after),
  })
  return after
}

/** A chat bot's address holds its token, so the audit log keeps only that it is there. */
function withoutSecrets({ version: _, updatedAt: __, updatedBy: ___, ...tabs }: CompanySetting) {
  const webhooks = tabs.notifications.webhooks.map(({ url, ...webhook }) => ({ ...webhook, host: new URL(url).hostname }))
  return { ...tabs, notifications: { ...tabs.notifications, webhooks } }
}
