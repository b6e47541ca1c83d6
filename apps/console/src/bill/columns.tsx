import type { BillRow } from '@paydesk/contract/bill'
import type { TableProps } from 'antd'
import { t } from '../lib/i18n.ts'
import { Money } from '../ui/Money.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './BillListPage.module.css'
import { tagsOf } from './status.ts'

export const billColumns = (): NonNullable<TableProps<BillRow>['columns']> => [
  { title: t('bill.number'), dataIndex: 'number', render: (number: string) => <bdi dir="ltr">{number}</bdi> },
  { title: t('bill.customer'), dataIndex: 'customerName', render: (name: string) => <Clipped text={name} /> },
  { title: t('bill.title'), dataIndex: 'title', render: (title: string) => <Clipped text={title} /> },
  { title: t('bill.total'), align: 'end', render: (_, bill) => <Money amountMinor={bill.totalMinor} currency={bill.currency} /> },
  { title: t('bill.due'), align: 'end', render: (_, bill) => <Money amountMinor={bill.dueMinor} currency={bill.currency} /> },
  {
    title: t('bill.dueDate'),
    dataIndex: 'dueDate',
    render: (day: string | null) => (day ? <bdi dir="ltr">{day}</bdi> : <Missing text={t('bill.noDueDate')} />),
  },
  {
    title: t('bill.status'),
    render: (_, bill) => (
      <span className={styles.tags}>
        {tagsOf(bill).map(({ tone, text }) => (
          <StatusTag key={text} tone={tone}>
            {text}
          </StatusTag>
        ))}
      </span>
    ),
  },
  { title: t('bill.owner'), dataIndex: 'ownerName' },
  {
    title: t('bill.account'),
    dataIndex: 'accountLabel',
    render: (label: string | null) => label ?? <Missing text={t('bill.noAccount')} />,
  },
  { title: t('bill.createdAt'), dataIndex: 'createdAt', render: (at: string) => <Time at={at} /> },
]

/** One line per row, so that ten rows stay ten lines; the whole text is the tooltip. */
const Clipped = ({ text }: { text: string }) => (
  <span className={styles.clipped} title={text} dir="auto">
    {text}
  </span>
)

const Missing = ({ text }: { text: string }) => <span className={styles.missing}>{text}</span>
