import type { BillRow } from '@paydesk/contract/billing/bill'
import { owedOf } from '@paydesk/contract/billing/billStatus'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { t } from '../../../lib/i18n.ts'
import { Money } from '../../../ui/Money.tsx'
import type { Offered } from '../refusal.ts'
import { StatusTags } from '../StatusTags.tsx'
import styles from './BillListPage.module.css'
import { BillRowActions } from './BillRowActions.tsx'

type Columns = NonNullable<TableProps<BillRow>['columns']>

/** `pathOf` decides under which of the two lists a bill opens. */
export const billColumns = (pathOf: (id: string) => string, onDo: (action: Offered, bill: BillRow) => void): Columns => [
  {
    key: 'number',
    title: t('bill.number'),
    render: (_, { id, number }) => (
      <Link to={pathOf(id)}>
        <bdi dir="ltr">{number}</bdi>
      </Link>
    ),
  },
  // This column stands early: on a narrow screen the last columns are out of sight.
  { key: 'status', title: t('bill.status'), render: (_, bill) => <StatusTags bill={bill} /> },
  { key: 'customer', title: t('bill.customer'), dataIndex: 'customerName', render: (name: string) => <Clipped text={name} /> },
  { key: 'title', title: t('bill.title'), dataIndex: 'title', render: (title: string) => <Clipped text={title} /> },
  {
    key: 'total',
    title: t('bill.total'),
    align: 'end',
    render: (_, bill) => <Money amountMinor={bill.totalMinor} currency={bill.currency} />,
  },
  { key: 'due', title: t('bill.due'), align: 'end', render: (_, bill) => <Money amountMinor={owedOf(bill)} currency={bill.currency} /> },
  {
    key: 'dueDate',
    title: t('bill.dueDate'),
    dataIndex: 'dueDate',
    render: (day: string | null) => (day ? <bdi dir="ltr">{day}</bdi> : <Missing text={t('bill.noDueDate')} />),
  },
  { key: 'owner', title: t('bill.owner'), dataIndex: 'ownerName' },
  {
    key: 'account',
    title: t('bill.account'),
    dataIndex: 'accountLabel',
    render: (label: string | null) => label ?? <Missing text={t('bill.noAccount')} />,
  },
  { title: t('table.actions'), fixed: 'end', render: (_, bill) => <BillRowActions bill={bill} onDo={onDo} /> },
]

/** One line per row, so that ten rows stay ten lines; the whole text is the tooltip. */
const Clipped = ({ text }: { text: string }) => (
  <span className={styles.clipped} title={text} dir="auto">
    {text}
  </span>
)

const Missing = ({ text }: { text: string }) => <span className={styles.missing}>{text}</span>
