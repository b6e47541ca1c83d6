import type { alarmKinds } from '@paydesk/contract/intake/event'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import type { Log } from '../../lib/log.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'
import { tellHolders } from '../../people/notice/notice.ts'

export type Alarm = {
  kind: (typeof alarmKinds)[number]
  eventId: string
  eventType: string
  resourceId: string | null
  transmissionId: string
  detail: string
}

/**
 * Writes down deliveries that carried PayPal's signature and are not true, each by its name, and
 * says so in the log. People are told once an hour per account: whoever can make one such delivery
 * can make thousands.
 */
export async function raiseAlarms(
  db: Db,
  log: Pick<Log, 'error'>,
  { companyId, accountId }: AccountRef,
  alarms: Alarm[],
): Promise<void> {
  if (alarms.length === 0) return
  const { rows: raised } = await sql<Alarm>`
    insert into paypal_alarm (
      company_id, account_id, kind, event_id, event_type, resource_id, transmission_id, detail
    )
    select ${companyId}, ${accountId}, u.kind, left(u."eventId", 100), left(u."eventType", 100),
      left(u."resourceId", 300), left(u."transmissionId", 100), left(u.detail, 500)
    from jsonb_to_recordset(${toJsonb(alarms)}::jsonb) as u (
      kind text, "eventId" text, "eventType" text, "resourceId" text, "transmissionId" text,
      detail text
    )
    on conflict do nothing
    returning kind, event_id, event_type, resource_id, transmission_id, detail`.execute(db)
  const [first] = raised
  if (!first) return
  const { rows } = await sql<{ label: string; subjectId: string }>`
    select label, md5(id::text || date_trunc('hour', now())::text)::uuid as subject_id
    from paypal_account
    where company_id = ${companyId} and id = ${accountId}`.execute(db)
  const [account] = rows
  if (account)
    await tellHolders(db, companyId, 'ViewPaypalAccount', {
      kind: 'eventAlarm',
      choice: 'accountUnhealthy',
      subjectId: account.subjectId,
      data: { accountId, label: account.label, eventType: first.eventType, eventId: first.eventId },
    })
  for (const alarm of raised)
    log.error(
      { companyId, accountId, ...alarm },
      'PayPal’s records do not bear out a signed delivery',
    )
}
