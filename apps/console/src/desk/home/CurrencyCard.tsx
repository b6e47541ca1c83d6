import type { CurrencyFigures } from '@paydesk/contract/desk/home'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './HomePage.module.css'

type Props = CurrencyFigures & { withheldMinor: number; chosen: boolean; onChoose?: () => void; bills?: string }

/** The figures of one currency: amounts of different currencies are never added. */
export function CurrencyCard({ chosen, onChoose, bills, withheldMinor, ...figures }: Props) {
  const { currency, collectedMinor, collectedCount, refundedMinor, feeMinor, dueMinor, dueCount, overdueMinor, overdueCount } = figures
  const inList = (filter: string, content: ReactNode) => (bills ? <Link to={`${bills}?${filter}`}>{content}</Link> : content)
  return (
    <section className={chosen && onChoose ? `${styles.figure} ${styles.chosen}` : styles.figure} aria-label={currency}>
      <div className={styles.figureHead}>
        {onChoose ? (
          <button type="button" className={styles.currency} aria-pressed={chosen} onClick={onChoose}>
            {currency}
            <span className="visually-hidden">{t('home.trend.choose')}</span>
          </button>
        ) : (
          <span className={styles.currency}>{currency}</span>
        )}
        <span className={styles.label}>{t('home.collected')}</span>
      </div>
      <div className={styles.amount}>
        <Money amountMinor={collectedMinor} currency={currency} />
      </div>
      <div className={styles.count}>
        <bdi>{t('home.payments', { count: collectedCount })}</bdi>
        {figures.provisional && <span title={t('home.provisional.hint')}> · {t('home.provisional')}</span>}
      </div>
      <dl className={styles.facts}>
        <dt>{t('home.fees')}</dt>
        <dd>
          <Money amountMinor={feeMinor} currency={currency} />
        </dd>
        {refundedMinor > 0 && (
          <>
            <dt>{t('home.refunded')}</dt>
            <dd>
              <Money amountMinor={refundedMinor} currency={currency} />
            </dd>
          </>
        )}
        {withheldMinor > 0 && (
          <>
            <dt>{t('home.withheld')}</dt>
            <dd>
              <Money amountMinor={withheldMinor} currency={currency} />
            </dd>
          </>
        )}
        <dt>{t('home.due')}</dt>
        <dd>
          {inList(
            `tab=outstanding&currency=${currency}`,
            <>
              <Money amountMinor={dueMinor} currency={currency} /> <bdi>· {t('home.bills', { count: dueCount })}</bdi>
            </>,
          )}
        </dd>
        {overdueCount > 0 && (
          <>
            <dt className={styles.late}>{t('home.overdue')}</dt>
            <dd>
              {inList(
                `tab=overdue&currency=${currency}`,
                <>
                  <Money amountMinor={overdueMinor} currency={currency} /> <bdi>· {t('home.bills', { count: overdueCount })}</bdi>
                </>,
              )}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
