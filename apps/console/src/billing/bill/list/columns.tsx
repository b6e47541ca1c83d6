import type { BillRow } from '@paydesk/contract/billing/bill'
import { owedOf } from '@paydesk/contract/billing/billStatus'
import { t } from '../../../lib/i18n.ts'
import { Money } from '../../../ui/Money.tsx'
import { Time } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/workspace/column.ts'
import { StatusTags } from '../StatusTags.tsx'
import { DueDay } from './DueDay.tsx'
import { nextStepOf } from './nextStep.ts'

/** Nothing to say: zero, or not known. */
const none = '—'
const amount = (bill: BillRow, amountMinor: number | null) =>
  amountMinor ? <Money amountMinor={amountMinor} currency={bill.currency} /> : none
const time = (at: string | null) => (at ? <Time at={at} /> : none)
const named = (text: string | null) => <bdi title={text ?? ''}>{text || none}</bdi>

/** The usual columns in their order, then those that people add. */
export const billColumns = (): Column<BillRow>[] => [
  {
    key: 'number',
    title: t('bill.number'),
    beside: true,
    render: ({ number }) => <bdi dir="ltr">{number}</bdi>,
  },
  {
    key: 'customer',
    title: t('bill.customer'),
    beside: true,
    grows: true,
    render: ({ customerName }) => named(customerName),
  },
  { key: 'title', title: t('bill.title'), grows: true, render: ({ title }) => named(title) },
  // The due date says how long the bill is overdue, so no tag repeats it.
  {
    key: 'status',
    title: t('bill.status'),
    beside: true,
    render: (bill) => <StatusTags bill={{ ...bill, overdue: false }} />,
  },
  {
    key: 'total',
    title: t('bill.total'),
    align: 'end',
    beside: true,
    sort: ['-total', 'total'],
    render: (bill) => amount(bill, bill.totalMinor),
  },
  { key: 'due', title: t('bill.due'), align: 'end', render: (bill) => amount(bill, owedOf(bill)) },
  {
    key: 'dueDate',
    title: t('bill.dueDate'),
    beside: true,
    sort: ['due', '-due'],
    render: (bill) => <DueDay bill={bill} />,
  },
  { key: 'owner', title: t('bill.owner'), render: ({ ownerName }) => named(ownerName) },
  { key: 'account', title: t('bill.account'), render: ({ accountLabel }) => named(accountLabel) },
  {
    key: 'created',
    title: t('bill.createdAt'),
    optional: true,
    sort: ['created', '-created'],
    render: ({ createdAt }) => time(createdAt),
  },
  { key: 'sent', title: t('bill.sentAt'), optional: true, render: ({ sentAt }) => time(sentAt) },
  { key: 'paid', title: t('bill.paidAt'), optional: true, render: ({ paidAt }) => time(paidAt) },
  {
    key: 'fee',
    title: t('bill.fee'),
    align: 'end',
    optional: true,
    render: (bill) => amount(bill, bill.feeMinor),
  },
  {
    key: 'net',
    title: t('bill.net'),
    align: 'end',
    optional: true,
    render: (bill) => amount(bill, bill.netMinor),
  },
  {
    key: 'tags',
    title: t('bill.tags'),
    optional: true,
    render: ({ tags }) => named(tags.join('、')),
  },
  {
    key: 'reminders',
    title: t('bill.reminders'),
    optional: true,
    render: ({ remindCount, remindedAt }) =>
      remindedAt ? (
        <>
          {t('bill.remindCount.times', { count: remindCount })} · <Time at={remindedAt} />
        </>
      ) : (
        none
      ),
  },
  {
    key: 'age',
    title: t('bill.age'),
    align: 'end',
    optional: true,
    render: ({ createdAt }) => t('bill.age.days', { count: daysSince(createdAt) }),
  },
]

/** What counts in collecting stands first; the others can be added. */
const forCollecting = ['number', 'customer', 'due', 'dueDate', 'reminders', 'next', 'owner']

/**
 * The columns of the overdue bills: how long, how much, when they were last reminded of and
 * what comes next.
 */
export function collectColumns(): Column<BillRow>[] {
  const all = [
    ...billColumns(),
    {
      key: 'next',
      title: t('bill.next'),
      render: (bill: BillRow) => t(`bill.next.${nextStepOf(bill, Date.now())}`),
    },
  ]
  const place = ({ key }: Column<BillRow>) =>
    forCollecting.includes(key) ? forCollecting.indexOf(key) : forCollecting.length
  return all
    .sort((one, other) => place(one) - place(other))
    .map(({ optional: _, ...column }) =>
      forCollecting.includes(column.key) ? column : { ...column, optional: true },
    )
}

const daysSince = (at: string) => Math.floor((Date.now() - Date.parse(at)) / 86_400_000)
