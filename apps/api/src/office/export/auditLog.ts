import type { Language } from '@paydesk/contract/lib/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { sayIn } from '../../lib/language.ts'
import type { Sheet } from './export.ts'

/**
 * Entries never change, and new ones get higher numbers. So the batches go down from the newest number at the start and fit together
 * without gaps.
 */
export function auditSheet(actor: Actor, where: RawBuilder<unknown>, language: Language): Sheet {
  const head = sayIn(language)
  return {
    alias: 'e',
    columns: [
      { label: head('编号', 'No.'), count: sql`e.seq` },
      { label: head('时间', 'Time'), time: sql`e.at`, timezone: actor.companyTimezone },
      {
        label: head('操作人', 'Who'),
        text: sql`e.actor_name || coalesce((select ' (' || nullif(u.username, e.actor_name) || ')' from app_user u
          where u.company_id = e.company_id and u.id = e.actor_id), '')`,
      },
      // The action is written as it was recorded, because the log outlives the words of a release.
      { label: head('操作', 'Action'), text: sql`e.action` },
      { label: head('对象', 'Entity'), text: sql`e.entity` },
      { label: head('对象编号', 'Entity’s id'), text: sql`e.entity_id` },
      { label: head('对象名称', 'Entity’s name'), text: sql`e.entity_label` },
      { label: head('修改前', 'Before'), text: sql`coalesce(e.before::text, '')` },
      { label: head('修改后', 'After'), text: sql`coalesce(e.after::text, '')` },
      { label: head('地址', 'Address'), text: sql`e.address` },
      { label: head('设备', 'Device'), text: sql`e.device` },
    ],
    from: sql`audit_entry e`,
    where,
    order: [{ value: sql`e.seq`, type: 'bigint' }],
    direction: 'desc',
  }
}
