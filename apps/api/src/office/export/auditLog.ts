import type { Language } from '@paydesk/contract/lib/errors'
import { auditActionWords, auditEntityWords } from '@paydesk/contract/office/auditWords'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { sayIn } from '../../lib/language.ts'
import { type Sheet, worded } from './export.ts'

/**
 * Entries never change, and new ones get higher numbers. So the batches go down from the newest
 * number at the start and fit together without gaps.
 */
export function auditSheet(actor: Actor, where: RawBuilder<unknown>, language: Language): Sheet {
  const head = sayIn(language)
  return {
    alias: 'e',
    columns: [
      { label: head('序号', 'No.'), count: sql`e.seq` },
      { label: head('时间', 'Time'), time: sql`e.at`, timezone: actor.companyTimezone },
      {
        label: head('操作人', 'User'),
        text: sql`e.actor_name || coalesce(
          (
            select ' (' || nullif(u.username, e.actor_name) || ')'
            from app_user u
            where u.company_id = e.company_id and u.id = e.actor_id
          ),
          ''
        )`,
      },
      // Beside the words stands the code as it was recorded, because the log outlives the
      // words of a release.
      { label: head('操作', 'Action'), word: worded(sql`e.action`, auditActionWords, language) },
      { label: head('操作代码', 'Action code'), text: sql`e.action` },
      { label: head('对象', 'Object'), word: worded(sql`e.entity`, auditEntityWords, language) },
      { label: head('对象代码', 'Object code'), text: sql`e.entity` },
      { label: head('对象编号', 'Object ID'), text: sql`e.entity_id` },
      { label: head('对象名称', 'Object name'), text: sql`e.entity_label` },
      { label: head('变更前', 'Before'), text: sql`coalesce(e.before::text, '')` },
      { label: head('变更后', 'After'), text: sql`coalesce(e.after::text, '')` },
      { label: head('IP 地址', 'IP address'), text: sql`e.address` },
      { label: head('设备', 'Device'), text: sql`e.device` },
    ],
    from: sql`audit_entry e`,
    where,
    order: [{ value: sql`e.seq`, type: 'bigint' }],
    direction: 'desc',
  }
}
