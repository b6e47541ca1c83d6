import type { CurrencyFigures } from '@paydesk/contract/desk/home'
import { Suspense } from 'react'
import type { DateRange } from '../../lib/dateRange.ts'
import { t } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './HomePage.module.css'
import { stepsOf } from './trend.ts'

/** The chart library is larger than the rest of the page, so the page does not wait for it. */
const LazyChart = lazyPage(() => import('./TrendChart.tsx'))

/** Shows the same figures twice: as bars, and as a table for people who cannot see the bars or want the numbers. */
export function Trend({ range, figures }: { range: DateRange; figures: CurrencyFigures }) {
  const { currency, days } = figures
  const steps = stepsOf(range, days)
  const title = t('home.trend', { currency })
  const moved = steps.filter(({ collectedMinor, refundedMinor, feeMinor }) => collectedMinor || refundedMinor || feeMinor)
  return (
    <section className={styles.trend} aria-label={title}>
      <h3 className={styles.trendTitle}>{title}</h3>
      {moved.length === 0 ? (
        <p className={styles.empty}>{t('home.trend.none')}</p>
      ) : (
        <>
          <div className={styles.chart} aria-hidden>
            <Suspense>
              <LazyChart steps={steps} currency={currency} />
            </Suspense>
          </div>
          <details className={styles.numbers}>
            <summary>{t('home.trend.table')}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('home.trend.day')}</th>
                  <th scope="col">{t('home.collected')}</th>
                  <th scope="col">{t('home.refunded')}</th>
                  <th scope="col">{t('home.fees')}</th>
                </tr>
              </thead>
              <tbody>
                {moved.map(({ name, collectedMinor, refundedMinor, feeMinor }) => (
                  <tr key={name}>
                    <th scope="row">
                      <bdi dir="ltr">{name}</bdi>
                    </th>
                    {[collectedMinor, refundedMinor, feeMinor].map((amountMinor, column) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: three fixed columns
                      <td key={column}>
                        <Money amountMinor={amountMinor} currency={currency} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  )
}
