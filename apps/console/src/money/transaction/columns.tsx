import type { TransactionRow } from '@paydesk/contract/money/transaction'
import { t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { MatchTag, TransactionStatusTag } from '../../shared/transaction/TransactionTags.tsx'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/workspace/column.ts'
import styles from './Transaction.module.css'

const none = '—'

/** The usual columns in their order, then those that people add. */
export const transactionColumns = (): Column<TransactionRow>[] => [
  {
    key: 'occurredAt',
    title: t('money.occurredAt'),
    beside: true,
    sort: ['time', '-time'],
    render: (row) => (
      <>
        <Time at={row.occurredAt} />
        <span className="visually-hidden">
          {t('money.open', { kind: kindText(row), id: row.providerTransactionId })}
        </span>
      </>
    ),
  },
  {
    key: 'kind',
    title: t('money.kind'),
    beside: true,
    render: (row) => (
      <>
        {kindText(row)}
        {row.groupSize > 0 && (
          <span className={styles.beside}>{t('money.grouped', { count: row.groupSize })}</span>
        )}
      </>
    ),
  },
  {
    key: 'payer',
    title: t('money.payer'),
    grows: true,
    beside: true,
    render: ({ payerName, payerEmail }) => (
      <bdi title={[payerName, payerEmail].filter(Boolean).join(' ')}>
        {payerName || payerEmail || none}
      </bdi>
    ),
  },
  {
    key: 'gross',
    title: t('money.gross'),
    align: 'end',
    beside: true,
    sort: ['-gross', 'gross'],
    render: ({ grossMinor, currency, credited }) => (
      <>
        {credited && (
          <span className={styles.beside}>
            {t(grossMinor < 0 ? 'money.debited' : 'money.credited')} <Money {...credited} />
          </span>
        )}{' '}
        <Money amountMinor={grossMinor} currency={currency} />
      </>
    ),
  },
  {
    key: 'fee',
    title: t('money.fee'),
    align: 'end',
    render: ({ feeMinor, currency }) =>
      feeMinor ? <Money amountMinor={feeMinor} currency={currency} /> : none,
  },
  {
    key: 'net',
    title: t('money.net'),
    align: 'end',
    render: ({ status, netMinor, currency }) =>
      status === 'P' ? none : <Money amountMinor={netMinor} currency={currency} />,
  },
  {
    key: 'match',
    title: t('money.match'),
    beside: true,
    // Money that has moved says only whether it is explained; money that has not says that first.
    render: (row) =>
      row.status === 'S' ? <MatchTag {...row} /> : <TransactionStatusTag status={row.status} />,
  },
  {
    key: 'bill',
    title: t('money.bill'),
    render: ({ billId, billNumber }) => <BillLink billId={billId} number={billNumber} />,
  },
  {
    key: 'account',
    title: t('money.account'),
    render: ({ accountLabel }) => <bdi>{accountLabel}</bdi>,
  },
  {
    key: 'code',
    title: t('money.code'),
    optional: true,
    render: ({ eventCode }) => <bdi dir="ltr">{eventCode}</bdi>,
  },
  {
    key: 'id',
    title: t('money.fact.id'),
    optional: true,
    render: ({ providerTransactionId }) => <bdi dir="ltr">{providerTransactionId}</bdi>,
  },
  {
    key: 'email',
    title: t('money.payer.email'),
    optional: true,
    render: ({ payerEmail }) => <bdi dir="ltr">{payerEmail || none}</bdi>,
  },
]
