import type { HomeQueue } from '@paydesk/contract/desk/home'
import { type Access, canAccess, type Holder } from '@paydesk/contract/lib/access'
import { billListOf, paths } from '@paydesk/contract/lib/paths'
import { formatCount } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'

export type Work = {
  key: string
  title: string
  count: string
  detail: string
  urgent: boolean
  to?: string
}
type Count = { count: number; countIsExact: boolean }

/** More would make the tile taller than all others; the page behind it names every one. */
const namedProblems = 2

const inWords = ({ count, countIsExact }: Count) =>
  `${formatCount(count, locale)}${countIsExact ? '' : '+'}`

/** What there is to do, the most pressing first. Undefined when none of it concerns this person. */
export function workOf(
  queue: HomeQueue,
  user: Holder & { id: string },
  formatTime: (at: string) => string,
): Work[] | undefined {
  const {
    approvals,
    limitChanges,
    disputes,
    exceptions,
    problems,
    overdueBills,
    refusedBills,
    accounts,
    drafts,
    unguarded,
  } = queue
  const parts = [
    accounts,
    problems,
    disputes,
    approvals,
    limitChanges,
    refusedBills,
    overdueBills,
    exceptions,
    drafts,
    unguarded,
  ]
  if (parts.every((part) => part === null)) return undefined
  const ifMay = (access: Access, path: string) => (canAccess(user, access) ? path : undefined)
  const bills = billListOf(user)
  const list: Work[] = []
  const add = (
    key: string,
    part: Count | null,
    title: string,
    detail: string,
    urgent: boolean,
    to: string | undefined,
  ) => {
    if (part && part.count > 0)
      list.push({ key, title, count: inWords(part), detail, urgent, ...(to && { to }) })
  }
  if (accounts)
    add(
      'accounts',
      accounts,
      t('home.queue.accounts'),
      `${accounts.labels.join(t('home.queue.separator'))}${accounts.count > accounts.labels.length ? '…' : ''}`,
      true,
      ifMay('ViewPaypalAccount', paths.paypalAccountList()),
    )
  if (problems)
    add(
      'problems',
      problems,
      t('home.queue.problems'),
      `${problems.kinds
        .slice(0, namedProblems)
        .map((kind) => t(`problem.kind.${kind}`))
        .join(t('home.queue.separator'))}${problems.kinds.length > namedProblems ? '…' : ''}`,
      true,
      ifMay('ReconcileTransaction', paths.problemList()),
    )
  if (disputes)
    add(
      'disputes',
      disputes,
      t('home.queue.disputes'),
      disputes.nextDueAt
        ? t(disputes.soon > 0 ? 'home.queue.disputes.soon' : 'home.queue.disputes.next', {
            time: formatTime(disputes.nextDueAt),
            soon: disputes.soon,
          })
        : t('home.queue.disputes.detail'),
      disputes.soon > 0,
      ifMay('ViewDispute', `${paths.disputeList()}?state=needsAnswer`),
    )
  add(
    'approvals',
    approvals,
    t('home.queue.approvals'),
    t('home.queue.approvals.detail'),
    false,
    ifMay('ApproveRefund', paths.approvalList()),
  )
  if (limitChanges)
    add(
      'limitChanges',
      limitChanges,
      t('home.queue.limitChanges'),
      t('home.queue.limitChanges.detail'),
      false,
      limitChanges.users > 0
        ? ifMay('ViewUser', paths.userList())
        : ifMay('UpdateCompanySetting', `${paths.companySettings()}?tab=approval`),
    )
  add(
    'refused',
    refusedBills,
    t('home.queue.refused'),
    t('home.queue.refused.detail'),
    true,
    bills && `${bills}?tab=draft&status=sendFailed`,
  )
  add(
    'overdue',
    overdueBills,
    t('home.queue.overdue'),
    t('home.queue.overdue.detail'),
    false,
    bills && `${bills}?tab=overdue`,
  )
  if (exceptions)
    add(
      'exceptions',
      exceptions,
      t('home.queue.exceptions'),
      exceptions.overdue > 0
        ? t('home.queue.exceptions.overdue', { count: exceptions.overdue })
        : t('home.queue.exceptions.detail'),
      exceptions.overdue > 0,
      ifMay(
        'ReconcileTransaction',
        exceptions.overdue > 0 ? `${paths.reconciliation()}?overdue=true` : paths.reconciliation(),
      ),
    )
  add(
    'drafts',
    drafts,
    t('home.queue.drafts'),
    t('home.queue.drafts.detail'),
    false,
    bills && `${bills}?tab=draft&status=draft&ownerId=${user.id}`,
  )
  add(
    'unguarded',
    unguarded,
    t('home.queue.unguarded'),
    t('home.queue.unguarded.detail'),
    false,
    ifMay('ViewUser', `${paths.userList()}?status=active&guarded=false`),
  )
  return list
}
