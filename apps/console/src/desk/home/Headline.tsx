import type { CurrencyFigures } from '@paydesk/contract/desk/home'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import { changeOf } from './compare.ts'
import styles from './Figures.module.css'

type Props = {
  figures: CurrencyFigures
  before: { words: string; collectedMinor: number } | undefined
  withheldMinor: number
  bills: string | undefined
}

/** The figure that people look for first, how it compares, and what belongs to it. */
export function Headline({ figures, before, withheldMinor, bills }: Props) {
  const {
    currency,
    collectedMinor,
    collectedCount,
    refundedMinor,
    feeMinor,
    dueMinor,
    dueCount,
    overdueMinor,
    overdueCount,
  } = figures
  return (
    <section className={styles.headline} aria-label={currency}>
      <div>
        <span className={styles.label}>{t('home.collected')}</span>
        <div className={styles.amount}>
          <Money amountMinor={collectedMinor} currency={currency} />
        </div>
        <div className={styles.beside}>
          <bdi>{t('home.payments', { count: collectedCount })}</bdi>
          {before && <Compared {...before} figures={figures} />}
          {figures.provisional && (
            <span title={t('home.provisional.hint')}>{t('home.provisional')}</span>
          )}
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact
          label={t('home.due')}
          to={bills && `${bills}?tab=outstanding&currency=${currency}`}
          note={t('home.bills', { count: dueCount })}
        >
          <Money amountMinor={dueMinor} currency={currency} />
        </Fact>
        {overdueCount > 0 && (
          <Fact
            late
            label={t('home.overdue')}
            to={bills && `${bills}?tab=overdue&currency=${currency}`}
            note={t('home.bills', { count: overdueCount })}
          >
            <Money amountMinor={overdueMinor} currency={currency} />
          </Fact>
        )}
        <Fact label={t('home.fees')}>
          <Money amountMinor={feeMinor} currency={currency} />
        </Fact>
        {refundedMinor > 0 && (
          <Fact label={t('home.refunded')}>
            <Money amountMinor={refundedMinor} currency={currency} />
          </Fact>
        )}
        {withheldMinor > 0 && (
          <Fact label={t('home.withheld')}>
            <Money amountMinor={withheldMinor} currency={currency} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Compared({
  words,
  collectedMinor,
  figures,
}: {
  words: string
  collectedMinor: number
  figures: CurrencyFigures
}) {
  const change = changeOf(figures.collectedMinor, collectedMinor)
  return (
    <span>
      {words} <Money amountMinor={collectedMinor} currency={figures.currency} />
      {change !== undefined && (
        <bdi dir="ltr" className={change < 0 ? styles.down : styles.up}>
          {change > 0 ? '+' : ''}
          {change}%
        </bdi>
      )}
    </span>
  )
}

type FactProps = {
  label: string
  to?: string | undefined
  note?: string
  late?: true
  children: ReactNode
}
const Fact = ({ label, to, note, late, children }: FactProps) => (
  <div className={late ? styles.late : ''}>
    <dt>{label}</dt>
    <dd>
      {to ? <Link to={to}>{children}</Link> : children}
      {note && <bdi className={styles.small}>{note}</bdi>}
    </dd>
  </div>
)
