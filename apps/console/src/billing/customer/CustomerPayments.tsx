import { type CustomerPayment, customerApi } from '@paydesk/contract/billing/customer'
import { paths } from '@paydesk/contract/lib/paths'
import { Table, type TableProps } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import styles from './Customer.module.css'
import { Missing } from './parts.tsx'

/** The newest twenty payments; the bills show all of them. */
export function CustomerPayments({ customerId }: { customerId: string }) {
  const { data, error, refetch } = useApi(customerApi.payments, { params: { id: customerId } })
  const columns = useMemo(paymentColumns, [])
  return (
    <section className={styles.card} aria-labelledby="customer-payments">
      <h2 id="customer-payments" className={styles.title}>
        {t('customer.payments')}
      </h2>
      {!data && <LoadState failed={error !== null} onRetry={() => void refetch()} />}
      {data?.list.length === 0 && <p className={styles.empty}>{t('customer.payments.none')}</p>}
      {data && data.list.length > 0 && (
        <Table<CustomerPayment>
          bordered
          rowKey="id"
          size="small"
          columns={columns}
          dataSource={data.list}
          pagination={false}
          scroll={{ x: 'max-content' }}
        />
      )}
    </section>
  )
}

const paymentColumns = (): NonNullable<TableProps<CustomerPayment>['columns']> => [
  {
    title: t('customer.payment.bill'),
    render: (_, { billId, billNumber }) => (
      <Link to={paths.bill(billId)}>
        <bdi dir="ltr">{billNumber}</bdi>
      </Link>
    ),
  },
  {
    title: t('customer.payment.on'),
    dataIndex: 'countedOn',
    render: (day: string) => <bdi dir="ltr">{day}</bdi>,
  },
  {
    title: t('customer.payment.amount'),
    align: 'end',
    render: (_, { amountMinor, currency }) => (
      <Money amountMinor={amountMinor} currency={currency} />
    ),
  },
  {
    title: t('customer.payment.fee'),
    align: 'end',
    render: (_, { feeMinor, currency }) => known(feeMinor, currency),
  },
  {
    title: t('customer.payment.net'),
    align: 'end',
    render: (_, { netMinor, currency }) => known(netMinor, currency),
  },
  {
    title: t('customer.payment.source'),
    render: (_, { source, pending }) => (
      <>
        {t(`customer.payment.source.${source}`)}{' '}
        {pending && <StatusTag tone="blue">{t('customer.payment.pending')}</StatusTag>}
      </>
    ),
  },
]

const known = (amountMinor: number | null, currency: CustomerPayment['currency']) =>
  amountMinor === null ? (
    <Missing text={t('customer.payment.fee.unknown')} />
  ) : (
    <Money amountMinor={amountMinor} currency={currency} />
  )
