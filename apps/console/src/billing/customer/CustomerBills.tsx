import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { owedOf } from '@paydesk/contract/billing/billStatus'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import type { TableProps } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { BillTags } from '../../shared/bill/BillTags.tsx'
import { Money } from '../../ui/Money.tsx'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { useListQuery } from '../../ui/table/useListQuery.ts'
import styles from './Customer.module.css'

/** The bills of this customer that the reader may see. */
export function CustomerBills({ customerId }: { customerId: string }) {
  const me = useCurrentUser()
  const list = useListQuery({})
  const columns = useMemo(billColumns, [])
  return (
    <section aria-labelledby="customer-bills">
      <h2 id="customer-bills" className={styles.title}>
        {t('customer.bills')}
      </h2>
      {canAccess(me, billApi.list.permission) ? (
        <ApiTable
          endpoint={billApi.list}
          list={list}
          query={{ ...list.query, customerId }}
          label={t('customer.bills')}
          columns={columns}
          phone={[
            ['number', 'total'],
            ['title', 'status'],
          ]}
          empty={{
            title: t('customer.bills.none'),
            description: t('customer.bills.none.description'),
          }}
        />
      ) : (
        <p className={styles.empty}>{t('customer.bills.notAllowed')}</p>
      )}
    </section>
  )
}

const billColumns = (): NonNullable<TableProps<BillRow>['columns']> => [
  {
    key: 'number',
    title: t('bill.number'),
    render: (_, { id, number }) => (
      <Link to={paths.bill(id)}>
        <bdi dir="ltr">{number}</bdi>
      </Link>
    ),
  },
  {
    key: 'title',
    title: t('bill.title'),
    dataIndex: 'title',
    render: (title: string) => (
      <span className={styles.clipped} title={title} dir="auto">
        {title}
      </span>
    ),
  },
  {
    key: 'total',
    title: t('bill.total'),
    align: 'end',
    render: (_, bill) => <Money amountMinor={bill.totalMinor} currency={bill.currency} />,
  },
  {
    title: t('bill.due'),
    align: 'end',
    render: (_, bill) => <Money amountMinor={owedOf(bill)} currency={bill.currency} />,
  },
  {
    title: t('bill.dueDate'),
    dataIndex: 'dueDate',
    render: (day: string | null) => day && <bdi dir="ltr">{day}</bdi>,
  },
  {
    key: 'status',
    title: t('bill.status'),
    render: (_, bill) => <BillTags status={bill.status} overdue={bill.overdue} />,
  },
]
