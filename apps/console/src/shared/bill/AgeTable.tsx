import type { Age, AgeingReply } from '@paydesk/contract/billing/billAge'
import type { Currency } from '@paydesk/contract/lib/money'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './AgeTable.module.css'

type Line = AgeingReply['currencies'][number]
type Props = {
  label: string
  currencies: readonly Line[]
  /** How many records there are, in words. */
  unit: 'age.bills' | 'age.rows'
  /** The list that holds exactly this, if the reader may open it; without an age, all ages. */
  toOf: (currency: Currency, age?: Age) => string | undefined
}

/**
 * Amounts by age, one line per currency, as a table whose cells have bars: picture and figures are
 * one. Currencies are never compared.
 */
export const AgeTable = ({ label, currencies, unit, toOf }: Props) => (
  <div className={styles.frame}>
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('age.currency')}</th>
          {currencies[0]?.ages.map(({ age }) => (
            <th key={age} scope="col">
              {t(`age.${age}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {currencies.map((line) => (
          <CurrencyLine key={line.currency} line={line} unit={unit} toOf={toOf} />
        ))}
      </tbody>
    </table>
  </div>
)

function CurrencyLine({
  line: { currency, count, amountMinor, ages },
  unit,
  toOf,
}: { line: Line } & Pick<Props, 'unit' | 'toOf'>) {
  const most = Math.max(...ages.map((one) => Math.abs(one.amountMinor)), 1)
  return (
    <tr>
      <th scope="row" className={styles.currency}>
        <Linked to={toOf(currency)}>
          <span className={styles.count}>
            {currency} · <bdi>{t(unit, { count })}</bdi>
          </span>
          <strong className={styles.total}>
            <Money amountMinor={amountMinor} currency={currency} />
          </strong>
        </Linked>
      </th>
      {ages.map(({ age, count: some, amountMinor: sum }) => (
        <td key={age} data-age={age}>
          {/* On a phone the heads are out of sight; a screen reader has them all the same. */}
          <span className={styles.head} aria-hidden>
            {t(`age.${age}`)}
          </span>
          {some === 0 ? (
            <span className={styles.none}>—</span>
          ) : (
            <>
              <Linked to={toOf(currency, age)}>
                <span className={styles.amount}>
                  <Money amountMinor={sum} currency={currency} />
                </span>{' '}
                <bdi className={styles.count}>{t(unit, { count: some })}</bdi>
              </Linked>
              <span className={styles.track} aria-hidden>
                <span
                  className={styles.bar}
                  style={{ inlineSize: `${Math.max(3, (Math.abs(sum) / most) * 100)}%` }}
                />
              </span>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}

const Linked = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? (
    <Link to={to} className={styles.link}>
      {children}
    </Link>
  ) : (
    <span className={styles.link}>{children}</span>
  )
