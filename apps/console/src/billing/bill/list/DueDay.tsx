import type { BillRow } from '@paydesk/contract/billing/bill'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { dayIn } from '../../../lib/dateRange.ts'
import { t } from '../../../lib/i18n.ts'
import styles from './BillListPage.module.css'

/** The day by which the customer pays; once it has passed, how long ago that was. */
export function DueDay({
  bill: { dueDate, overdue },
}: {
  bill: Pick<BillRow, 'dueDate' | 'overdue'>
}) {
  const { company } = useCurrentUser()
  if (!dueDate) return '—'
  if (!overdue) return <bdi dir="ltr">{dueDate}</bdi>
  const count = daysBetween(dueDate, dayIn(company.timezone, new Date()))
  return (
    <span className={styles.late} title={dueDate}>
      {t('bill.late', { count })}
    </span>
  )
}

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
