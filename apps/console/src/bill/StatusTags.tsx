import type { BillRow } from '@paydesk/contract/bill'
import { StatusTag } from '../ui/StatusTag.tsx'
import styles from './BillListPage.module.css'
import { tagsOf } from './status.ts'

export const StatusTags = ({ bill }: { bill: Pick<BillRow, 'status' | 'overdue' | 'viewed' | 'busy'> }) => (
  <span className={styles.tags}>
    {tagsOf(bill).map(({ tone, text }) => (
      <StatusTag key={text} tone={tone}>
        {text}
      </StatusTag>
    ))}
  </span>
)
