import type { CustomerRow, CustomerTotal } from '@paydesk/contract/billing/customer'
import { paths } from '@paydesk/contract/lib/paths'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { countryName } from '../../lib/regions.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './Customer.module.css'
import { LastPaid, Missing, Tags } from './parts.tsx'

type Columns = NonNullable<TableProps<CustomerRow>['columns']>

export const customerColumns = (onTag: (tag: string) => void): Columns => [
  {
    key: 'name',
    title: t('customer.name'),
    render: (_, { id, name, businessName }) => (
      <>
        <Link to={paths.customer(id)} className={styles.clipped} title={name} dir="auto">
          {name}
        </Link>
        {businessName && (
          <span className={`${styles.second} ${styles.clipped}`} title={businessName} dir="auto">
            {businessName}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'email',
    title: t('customer.email'),
    dataIndex: 'email',
    render: (email: string | null) =>
      email ? <bdi dir="ltr">{email}</bdi> : <Missing text={t('customer.email.none')} />,
  },
  {
    key: 'country',
    title: t('customer.country'),
    dataIndex: 'country',
    render: (code: string | null) => code && countryName(code),
  },
  {
    key: 'tags',
    title: t('customer.tags'),
    dataIndex: 'tags',
    render: (tags: string[]) => <Tags tags={tags} onTag={onTag} />,
  },
  { key: 'owner', title: t('customer.owner'), dataIndex: 'ownerName' },
  { key: 'bills', title: t('customer.bills'), dataIndex: 'billCount', align: 'end' },
  amounts('billed', 'billedMinor'),
  amounts('paid', 'paidMinor'),
  amounts('due', 'dueMinor'),
  {
    key: 'lastPaid',
    title: t('customer.lastPaid'),
    render: (_, { lastPaidAt, totals }) => <LastPaid at={lastPaidAt} totals={totals} />,
  },
]

/**
 * More lines than this would make one customer taller than the rest of the page; the customer's own
 * page shows them all.
 */
const maxLines = 3

/** Puts currencies with a debt first, so that they are never among those left out. */
const byDebt = (totals: readonly CustomerTotal[]) =>
  [...totals].sort((a, b) => Number(b.dueMinor > 0) - Number(a.dueMinor > 0))

/** One line per currency, in the same order in each column, so that a line reads across. */
function amounts(
  name: 'billed' | 'paid' | 'due',
  key: keyof Omit<CustomerTotal, 'currency'>,
): Columns[number] {
  return {
    key: name,
    title: t(`customer.${name}`),
    align: 'end',
    render: (_, { totals }) => (
      <>
        {byDebt(totals)
          .slice(0, maxLines)
          .map((total) => (
            <span key={total.currency} className={styles.line}>
              <Money amountMinor={total[key]} currency={total.currency} />
            </span>
          ))}
        {totals.length > maxLines && (
          // This line stands in every column, or the lines would no longer be side by side; only
          // one column says it in words.
          <span className={styles.second}>
            {name === 'billed'
              ? t('customer.moreCurrencies', { count: totals.length - maxLines })
              : '\u00a0'}
          </span>
        )}
      </>
    ),
  }
}
