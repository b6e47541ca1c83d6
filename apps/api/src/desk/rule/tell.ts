import type { RuleInput } from '@paydesk/contract/desk/rule'
import type { Id } from '@paydesk/contract/lib/id'
import type { RuleFailure } from '@paydesk/contract/people/ruleNotice'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { mailUser, type Sending } from '../../office/message/message.ts'
import { type NewNotice, tellHolders, tellUsers } from '../../people/notice/notice.ts'
import { RunFailure, type RunningRule, type RunRef } from './run.ts'

/**
 * The chosen people who are still active. If nobody is left, the rule does nothing for anyone, and
 * someone must know.
 */
export async function readersOf(db: Db, { companyId, params }: RunningRule): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from app_user
    where company_id = ${companyId} and id = any(${params.userIds}::uuid[]) and status = 'active'
    order by id`.execute(db)
  if (rows.length === 0) throw new RunFailure('nobody')
  return rows.map(({ id }) => id)
}

type RuleKind = 'dailySummary' | 'accountSilent' | 'statementReady'
type Letter = { template: Parameters<typeof mailUser>[3]; params: Parameters<typeof mailUser>[4] }

/**
 * Tells people at the bell and by e-mail. They were chosen for this, so the e-mail does not depend
 * on their notification choices.
 */
export async function tellReaders<K extends RuleKind>(
  db: Db,
  sending: Sending,
  companyId: Id<'company'>,
  readers: string[],
  notice: Omit<NewNotice<K>, 'choice'>,
  letter: Letter,
) {
  await tellUsers(db, companyId, readers, { choice: 'rule', ...notice }, { byMail: false })
  for (const userId of readers)
    await mailUser(db, sending, { companyId, userId }, letter.template, letter.params)
}

/** There is one notice per rule and scheduled time; its id is made of the two. */
export const subjectOf = ({ ruleId, scheduledAt }: RunRef) =>
  sql<string>`md5(${ruleId}::text || ${scheduledAt}::text)::uuid`

export const tellFailure = (
  db: Db,
  ref: RunRef,
  { name }: Pick<RuleInput, 'name'>,
  failure: RuleFailure,
) =>
  tellHolders(db, ref.companyId, 'UpdateCompanySetting', {
    kind: 'ruleFailed',
    choice: 'rule',
    subjectId: subjectOf(ref),
    data: { ruleId: ref.ruleId, name, failure },
  })
