import type { CurrencyFigures } from '@paydesk/contract/desk/home'
import type { Currency } from '@paydesk/contract/lib/money'
import type { DateRange } from '../../lib/dateRange.ts'
import { formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './Figures.module.css'
import { type Step, stepsOf } from './trend.ts'

/**
 * Shows the same figures twice: as bars, and as a table for people who cannot see the bars or
 * want the numbers.
 */
export function Trend({ range, figures }: { range: DateRange; figures: CurrencyFigures }) {
  const { currency, days } = figures
  const steps = stepsOf(range, days)
  const title = t('home.trend', { currency })
  const moved = steps.filter(
    ({ collectedMinor, refundedMinor, feeMinor }) => collectedMinor || refundedMinor || feeMinor,
  )
  return (
    <section className={styles.trend} aria-label={title}>
      <h3 className={styles.trendTitle}>{title}</h3>
      {moved.length === 0 ? (
        <p className={styles.empty}>{t('home.trend.none')}</p>
      ) : (
        <>
          <Bars steps={steps} currency={currency} />
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

/**
 * One column per day or month, in the direction of reading. The table below has the exact amounts.
 */
function Bars({ steps, currency }: { steps: readonly Step[]; currency: Currency }) {
  const most = Math.max(
    ...steps.map(({ collectedMinor, refundedMinor }) => Math.max(collectedMinor, refundedMinor)),
    1,
  )
  const show = (amountMinor: number) => formatMoney({ amountMinor, currency }, locale)
  const height = (amountMinor: number) => ({
    blockSize: amountMinor > 0 ? `max(2px, ${(amountMinor / most) * 100}%)` : 0,
  })
  return (
    <div aria-hidden>
      <div className={styles.chart}>
        <bdi className={styles.top}>{show(most)}</bdi>
        {steps.map(({ name, collectedMinor, refundedMinor }) => (
          <div
            key={name}
            className={styles.step}
            title={`${name} · ${t('home.collected')} ${show(collectedMinor)} · ${t('home.refunded')} ${show(refundedMinor)}`}
          >
            <span className={styles.collected} style={height(collectedMinor)} />
            {refundedMinor > 0 && (
              <span className={styles.refunded} style={height(refundedMinor)} />
            )}
          </div>
        ))}
      </div>
      <div className={styles.ends}>
        <bdi dir="ltr">{steps[0]?.name}</bdi>
        <span className={styles.keys}>
          <span className={styles.key}>
            <i className={styles.collected} /> {t('home.collected')}
          </span>
          <span className={styles.key}>
            <i className={styles.refunded} /> {t('home.refunded')}
          </span>
        </span>
        <bdi dir="ltr">{steps.at(-1)?.name}</bdi>
      </div>
    </div>
  )
}
