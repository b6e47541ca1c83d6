import type { Bill, BillPayment } from '@paydesk/contract/billing/bill'
import { hasText, t } from '../../../lib/i18n.ts'
import { PaymentLink } from '../../../shared/transaction/PaymentLink.tsx'
import { Money } from '../../../ui/Money.tsx'
import styles from '../../../ui/page/record.module.css'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { RefundRow } from './RefundRow.tsx'

/** Payments and refunds in one table, each with what PayPal kept of it. */
export function Payments({ bill }: { bill: Bill }) {
  const { payments, refunds, currency, money } = bill
  if (payments.length + refunds.length === 0)
    return (
      <p className={styles.missing}>
        {t(money.elsewhere.length > 0 ? 'bill.payments.direct' : 'bill.payments.none')}
      </p>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t('bill.payments')}>
      <table className={`${styles.table} ${styles.wordsBelow}`}>
        <thead>
          <tr>
            <th scope="col">{t('bill.payment.day')}</th>
            <th scope="col">{t('bill.payment.what')}</th>
            <th scope="col" className={styles.figure}>
              {t('bill.payment.amount')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('bill.fee')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('bill.net')}
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} currency={currency} />
          ))}
          {refunds.map((refund) => (
            <RefundRow key={refund.id} refund={refund} billId={bill.id} currency={currency} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PaymentRow({ payment, currency }: { payment: BillPayment; currency: Bill['currency'] }) {
  const {
    source,
    method,
    pending,
    note,
    countedOn,
    provisional,
    amountMinor,
    feeMinor,
    netMinor,
    providerPaymentId,
  } = payment
  const methodKey = `bill.method.${method}`
  // PayPal also calls one of its payment methods "PayPal", so the same word is not shown twice.
  const row = recordedRow(payment)
  const way = new Set(
    [
      t(row ? 'bill.payment.direct' : `bill.payment.${source}`),
      hasText(methodKey) ? t(methodKey) : method,
    ].filter((word) => word !== ''),
  )
  return (
    <tr>
      <td>
        <bdi dir="ltr" className={styles.day}>
          {countedOn}
        </bdi>
        {provisional && <span className={styles.second}>{t('bill.money.provisional')}</span>}
      </td>
      <td>
        {[...way].join(' · ')}{' '}
        {pending && <StatusTag tone="blue">{t('bill.payment.pending')}</StatusTag>}
        {pending && <span className={styles.second}>{t('bill.payment.pending.hint')}</span>}
        {note && (
          <span className={styles.second}>
            {row ? <PaymentLink id={row} /> : <bdi>{note}</bdi>}
          </span>
        )}
        <span className={styles.second}>
          {source === 'paypal' ? (
            <PaymentLink id={providerPaymentId} />
          ) : (
            <bdi dir="ltr">{providerPaymentId}</bdi>
          )}
        </span>
      </td>
      <td className={styles.figure}>
        <Money amountMinor={amountMinor} currency={currency} />
      </td>
      <td className={styles.figure}>
        {feeMinor === null ? (
          <UnknownAmount source={source} />
        ) : (
          <Money amountMinor={feeMinor} currency={currency} />
        )}
      </td>
      <td className={styles.figure}>
        {netMinor === null ? (
          <UnknownAmount source={source} />
        ) : (
          <Money amountMinor={netMinor} currency={currency} />
        )}
      </td>
    </tr>
  )
}

/**
 * The transaction of money that was paid past the invoice and then recorded on it: the record's
 * note is the transaction's id.
 */
const recordedRow = ({ source, method, note }: BillPayment) =>
  source === 'external' && method === 'PAYPAL' && /^[0-9A-Z]{13,20}$/.test(note) ? note : undefined

/**
 * Money that did not come through PayPal has no fee there; for other payments PayPal has not
 * reported the fee yet.
 */
const UnknownAmount = ({ source }: Pick<BillPayment, 'source'>) => (
  <span className={styles.missing}>{source === 'paypal' ? t('bill.payment.untold') : '—'}</span>
)
