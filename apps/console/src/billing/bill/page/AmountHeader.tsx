import type { Bill } from '@paydesk/contract/billing/bill'
import { owedOf } from '@paydesk/contract/billing/billStatus'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { t } from '../../../lib/i18n.ts'
import { Money } from '../../../ui/Money.tsx'
import styles from '../../../ui/page/record.module.css'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { StatusTags } from '../StatusTags.tsx'
import { CurrencyNotice } from './CurrencyNotice.tsx'
import { ReportedNotice } from './ReportedNotice.tsx'

/**
 * The bill's total and, as far as there is anything to say, what is owed, paid and given back.
 * PayPal reports fees after the payment: until then they are not zero, but unknown.
 */
export function AmountHeader({ bill }: { bill: Bill }) {
  const { currency, totalMinor, paidMinor, refundedMinor, feeMinor } = bill
  const owed = owedOf(bill)
  const money = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />
  // Money that was only recorded on the invoice has no fee there, however long one waits.
  const isAwaited = bill.payments.some(
    ({ source, feeMinor: fee }) => source === 'paypal' && fee === null,
  )
  const told = (amountMinor: number | null, unknown: string) =>
    amountMinor !== null ? (
      money(amountMinor)
    ) : (
      <span className={styles.missing}>{isAwaited ? unknown : '—'}</span>
    )
  return (
    <section className={styles.section} aria-label={t('bill.amounts')}>
      <div className={styles.head}>
        <StatusTags
          bill={{
            ...bill,
            viewed: bill.viewedAt !== null,
            failed: null,
            disputed: false,
            reportedAt: null,
            elsewhereMinor: bill.money.elsewhereMinor,
          }}
        />
        <DisputeTag bill={bill} />
        <bdi>{bill.customerName}</bdi>
        {bill.paysBy && (
          <span className={styles.missing}>
            {t('bill.dueDate')} <bdi dir="ltr">{bill.paysBy}</bdi>
          </span>
        )}
      </div>
      <CurrencyNotice bill={bill} />
      {bill.reportedAt && <ReportedNotice since={bill.reportedAt} />}
      <dl className={styles.amounts}>
        <Amount label={t('bill.total')} main>
          {money(totalMinor)}
        </Amount>
        {owed > 0 && <Amount label={t('bill.due')}>{money(owed)}</Amount>}
        {paidMinor > 0 && (
          <>
            <Amount label={t('bill.paid')}>{money(paidMinor)}</Amount>
            {refundedMinor > 0 && (
              <Amount label={t('bill.refunded')}>{money(refundedMinor)}</Amount>
            )}
            <Amount label={t('bill.fee')}>{told(feeMinor, t('bill.fee.unknown'))}</Amount>
            <Amount label={t('bill.net')}>
              {told(bill.money.netMinor, t('bill.net.unknown'))}
            </Amount>
            {bill.money.withheld && bill.money.availableMinor !== null && (
              <Amount label={t('bill.available')}>{money(bill.money.availableMinor)}</Amount>
            )}
          </>
        )}
      </dl>
    </section>
  )
}

/**
 * Shows that a payment of the bill is disputed, with a link to the dispute for those who may see
 * it.
 */
function DisputeTag({ bill: { disputes } }: { bill: Bill }) {
  const user = useCurrentUser()
  const open = disputes.find(({ status }) => status !== 'RESOLVED')
  if (!open) return null
  const tag = <StatusTag tone="red">{t('bill.disputed')}</StatusTag>
  return canAccess(user, 'ViewDispute') ? <Link to={paths.dispute(open.id)}>{tag}</Link> : tag
}

const Amount = ({
  label,
  main = false,
  children,
}: {
  label: string
  main?: boolean
  children: ReactNode
}) => (
  <div {...(main && { className: styles.main })}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
