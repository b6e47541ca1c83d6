import { paths } from '@paydesk/contract/lib/paths'
import type { TransactionRow } from '@paydesk/contract/money/transaction'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { MatchTag, TransactionStatusTag } from '../../shared/transaction/TransactionTags.tsx'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { Pending } from './Pending.tsx'
import styles from './Transaction.module.css'

export const transactionColumns = (): NonNullable<TableProps<TransactionRow>['columns']> => [
  { key: 'occurredAt', title: t('money.occurredAt'), dataIndex: 'occurredAt', render: (at: string) => <Time at={at} /> },
  {
    key: 'kind',
    title: t('money.kind'),
    render: (_, row) => (
      <>
        <Link to={paths.transaction(row.id)} aria-label={t('money.open', { kind: kindText(row), id: row.providerTransactionId })}>
          {kindText(row)}
        </Link>
        <span className={styles.second}>
          <bdi dir="ltr">{row.eventCode}</bdi>
          {row.groupSize > 0 && <> · {t('money.grouped', { count: row.groupSize })}</>}
        </span>
      </>
    ),
  },
  {
    key: 'gross',
    title: t('money.gross'),
    align: 'end',
    render: (_, { grossMinor, currency, credited }) => (
      <>
        <Money amountMinor={grossMinor} currency={currency} />
        {credited && (
          <span className={styles.second}>
            {t(grossMinor < 0 ? 'money.debited' : 'money.credited')} <Money {...credited} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'fee',
    title: t('money.fee'),
    align: 'end',
    render: (_, { feeMinor, currency }) => (feeMinor ? <Money amountMinor={feeMinor} currency={currency} /> : '–'),
  },
  {
    key: 'net',
    title: t('money.net'),
    align: 'end',
    render: (_, { status, netMinor, currency }) => (status === 'P' ? '–' : <Money amountMinor={netMinor} currency={currency} />),
  },
  {
    key: 'payer',
    title: t('money.payer'),
    render: (_, { payerName, payerEmail }) => (
      <span className={styles.clipped} title={[payerName, payerEmail].filter(Boolean).join(' ')}>
        <bdi>{payerName || payerEmail || '–'}</bdi>
        {payerName && payerEmail && <bdi className={styles.second}>{payerEmail}</bdi>}
      </span>
    ),
  },
  {
    key: 'status',
    title: t('money.status'),
    render: (_, row) => (
      <>
        <TransactionStatusTag status={row.status} />
        <Pending transaction={row} />
      </>
    ),
  },
  { key: 'match', title: t('money.match'), render: (_, row) => <MatchTag {...row} /> },
  { key: 'bill', title: t('money.bill'), render: (_, { billId, billNumber }) => <BillLink billId={billId} number={billNumber} /> },
  { key: 'account', title: t('money.account'), dataIndex: 'accountLabel', render: (label: string) => <bdi>{label}</bdi> },
]
