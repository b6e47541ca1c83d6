import { dueDateOf } from '@paydesk/contract/billing/billTerm'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { dayIn } from '../../../lib/dateRange.ts'
import { t } from '../../../lib/i18n.ts'
import { Money } from '../../../ui/Money.tsx'
import { ItemLines } from '../ItemLines.tsx'
import { previewLinesOf } from '../totals.ts'
import styles from './BillEditor.module.css'
import type { PickedCustomer } from './CustomerField.tsx'
import { useDraft } from './useDraft.ts'

/**
 * The bill as the customer will see it, in our words; PayPal's page has the same figures. Notes to
 * ourselves are not on it.
 */
export function BillSheet({
  customer,
  number,
}: {
  customer: PickedCustomer | undefined
  number: string | undefined
}) {
  const { company } = useCurrentUser()
  const { input, totals, currency } = useDraft()
  const { title, items, note, terms, billDate, term, allowPartial, minimumDueMinor } = input
  const isNamed = items.filter(({ name, unitAmountMinor }) => name !== '' || unitAmountMinor > 0)
  return (
    <div className={styles.sheet}>
      <div className={styles.sheetHead}>
        <div>
          <h2 className={styles.sheetName}>
            <bdi>{company.name}</bdi>
          </h2>
          <bdi>{title}</bdi>
        </div>
        <div>
          <span className={styles.sheetLabel}>{t('bill.number')}</span>
          <bdi dir="ltr">{number ?? t('bill.number.later')}</bdi>
        </div>
      </div>
      <div className={styles.sheetHead}>
        <div>
          <span className={styles.sheetLabel}>{t('bill.sheet.to')}</span>
          {customer ? (
            <>
              <bdi>{customer.name}</bdi>
              {customer.businessName && (
                <div>
                  <bdi>{customer.businessName}</bdi>
                </div>
              )}
              {customer.email && (
                <div>
                  <bdi dir="ltr">{customer.email}</bdi>
                </div>
              )}
            </>
          ) : (
            '—'
          )}
        </div>
        <div>
          <span className={styles.sheetLabel}>{t('bill.dueDate')}</span>
          {term !== 'none' && (
            <bdi dir="ltr">{dueDateOf(input, dayIn(company.timezone, new Date())) ?? '—'}</bdi>
          )}
          {term !== 'onDate' && <div>{t(`bill.term.${term}`)}</div>}
          {billDate && (
            <>
              <span className={styles.sheetLabel}>{t('bill.billDate')}</span>
              <bdi dir="ltr">{billDate}</bdi>
            </>
          )}
        </div>
      </div>
      <ItemLines items={isNamed} currency={currency} totals={previewLinesOf(totals)} />
      {allowPartial && (
        <p className={styles.sheetText}>
          {t('bill.sheet.partial')}{' '}
          {minimumDueMinor !== null && (
            <>
              {t('bill.allowPartial.from')}{' '}
              <Money amountMinor={minimumDueMinor} currency={currency} />
            </>
          )}
        </p>
      )}
      {note && (
        <p className={styles.sheetText}>
          <bdi>{note}</bdi>
        </p>
      )}
      {terms && (
        <p className={styles.sheetText}>
          <span className={styles.sheetLabel}>{t('bill.terms')}</span>
          <bdi>{terms}</bdi>
        </p>
      )}
    </div>
  )
}
