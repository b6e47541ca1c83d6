import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { withholdMessages } from '../../office/message/message.ts'
import { doubtOpen } from '../../paypal/operation/operation.ts'
import { withholdDeliveries } from '../../people/notice/notice.ts'
import { restartRules } from '../rule/rule.ts'
import { type NewFinding, noteFindings } from './finding.ts'
import { assertSettled, type By, inEachCompany, readState } from './state.ts'

/**
 * Ends the quarantine, in one transaction for all companies. Every call to PayPal that is still to
 * be made is looked up first, what may have been sent is not sent again, and rules begin anew.
 */
export async function leaveQuarantine(db: Db, jobs: Jobs, by: By): Promise<void> {
  await sql`select notice_cluster()`.execute(db)
  // Two people who leave at once take turns; the second finds it left.
  await sql`select from installation for update`.execute(db)
  const { on, since, restoredTo } = await readState(db)
  if (!on || !since) return
  await assertSettled(db)
  await inEachCompany(db, async (companyId) => {
    const operations = await doubtOpen(db, jobs, companyId)
    const messages = await withholdMessages(db, companyId, since)
    const deliveries = await withholdDeliveries(db, companyId, since)
    const withheld: NewFinding[] = [
      ...messages.map(({ id, channel, recipient, template }) => ({
        kind: 'message' as const,
        subject: id,
        label: recipient,
        facts: { channel, about: template },
        state: 'taken' as const,
      })),
      ...deliveries.map(({ id, channel, kind }) => ({
        kind: 'message' as const,
        subject: id,
        label: channel,
        facts: { channel, about: kind },
        state: 'taken' as const,
      })),
    ]
    await noteFindings(db, { companyId, accountId: null }, since, withheld)
    await restartRules(db, companyId)
    const after = { restoredTo, operations, messagesWithheld: withheld.length }
    await recordChange(
      db,
      { ...by, companyId },
      { action: 'installation.leaveQuarantine', entityId: companyId, after },
    )
  })
  await sql`
    update installation
    set left_at = clock_timestamp(),
      left_by = ${by.name},
      beat_at = clock_timestamp()`.execute(db)
}
