import type { BillItem } from '@paydesk/contract/billing/billInput'
import type { Currency } from '@paydesk/contract/lib/money'
import { Fragment } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from '../../ui/page/record.module.css'
import own from './ItemLines.module.css'
import { lineOf, type TotalLine } from './totals.ts'

/** The items and their totals, as the customer sees them. */
export function ItemLines({
  items,
  currency,
  totals,
}: {
  items: readonly BillItem[]
  currency: Currency
  totals: readonly TotalLine[]
}) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('bill.items')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('bill.item.name')}</th>
              <th scope="col" className={styles.figure}>
                {t('bill.item.quantity')}
              </th>
              <th scope="col" className={styles.figure}>
                {t('bill.item.unitAmount')}
              </th>
              <th scope="col" className={styles.figure}>
                {t('bill.item.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: only its position identifies an item
              <tr key={index}>
                <td>
                  <bdi>{item.name}</bdi>
                  {item.description && (
                    <span className={styles.second}>
                      <bdi>{item.description}</bdi>
                    </span>
                  )}
                  <span className={styles.second}>{extrasOf(item, currency)}</span>
                </td>
                <td className={styles.figure}>
                  <bdi dir="ltr">{item.quantity}</bdi>
                </td>
                <td className={styles.figure}>
                  <Money amountMinor={item.unitAmountMinor} currency={currency} />
                </td>
                <td className={styles.figure}>
                  <Money amountMinor={lineOf(item).grossMinor} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <dl className={own.totals}>
        {totals.map(({ label, amountMinor, grand }) => (
          <Fragment key={label}>
            <dt className={grand && own.grand}>{label}</dt>
            <dd className={grand && own.grand}>
              <Money amountMinor={amountMinor} currency={currency} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}

function extrasOf(item: BillItem, currency: Currency): string {
  const { discount, taxName, taxPercent } = item
  const amount = formatMoney({ amountMinor: -lineOf(item).discountMinor, currency }, locale)
  const off = discount && ('percent' in discount ? `${discount.percent}% (${amount})` : amount)
  return [
    off && t('bill.item.off', { discount: off }),
    taxPercent && `${taxName || t('bill.tax')} ${taxPercent}%`,
  ]
    .filter(Boolean)
    .join(' · ')
}
