import { paths } from '@paydesk/contract/lib/paths'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import type { Sending } from '../../office/message/message.ts'
import { type Batch, RunFailure, type RunningRule, type RunRef } from './run.ts'
import { readersOf, subjectOf, tellReaders } from './tell.ts'

/**
 * The month before the present one on the company's calendar: the last complete one. By the
 * database's clock, which runs are due by.
 */
async function lastMonth(db: Db, timezone: string): Promise<string> {
  const { rows } = await sql<{ month: string }>`
    select to_char(
      (now() at time zone ${timezone}) - interval '1 month', 'YYYY-MM'
    ) as month`.execute(db)
  return rows[0]?.month as string
}

/**
 * Sends links, not attachments: a person who opens one must sign in and be allowed to see it, and
 * no accounts lie in a mailbox.
 */
export async function announceStatements(
  db: Db,
  sending: Sending,
  rule: RunningRule,
  ref: RunRef,
): Promise<Batch> {
  const readers = await readersOf(db, rule)
  const accounts = await db
    .selectFrom('paypalAccount')
    .select(['id', 'label'])
    .where('companyId', '=', rule.companyId)
    .where('state', '<>', 'archived')
    .orderBy('label')
    .orderBy('id')
    .execute()
  if (accounts.length === 0) throw new RunFailure('noAccount')
  const month = await lastMonth(db, rule.timezone)
  // Everyone who may have a statement can open this page; people in finance need not see the
  // page of accounts.
  const linkTo = (id: string) =>
    `${sending.outside.publicUrl}${paths.transactionList()}?statement=${id}&month=${month}`
  await tellReaders(
    db,
    sending,
    rule.companyId,
    readers,
    { kind: 'statementReady', subjectId: subjectOf(ref), data: { ruleId: rule.id, month } },
    {
      template: 'statementReady',
      params: {
        company: rule.companyName,
        month,
        links: accounts.map(({ id, label }) => `${label}\n${linkTo(id)}`).join('\n\n'),
      },
    },
  )
  return { done: readers.length, skipped: 0 }
}
