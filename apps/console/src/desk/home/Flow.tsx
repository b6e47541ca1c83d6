import { canAccess } from '@paydesk/contract/lib/access'
import type { Currency } from '@paydesk/contract/lib/money'
import { paths } from '@paydesk/contract/lib/paths'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import type { DateRange } from '../../lib/dateRange.ts'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './Flow.module.css'
import { type FlowLine, type FlowName, flowLines } from './flow.ts'

type Props = { range: DateRange; currency: Currency }

/**
 * What came, what was taken from it and what is left, as PayPal's rows say: every line is the total
 * of the list behind it.
 */
export function Flow(props: Props) {
  return canAccess(useCurrentUser(), transactionApi.flow.permission) ? (
    <AllowedFlow {...props} />
  ) : null
}

function AllowedFlow({ range, currency }: Props) {
  const { data } = useApi(transactionApi.flow, { query: range })
  const flow = data?.currencies.find((one) => one.currency === currency)
  const title = t('home.flow', { currency })
  return (
    <section className={styles.flow} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.about}>{t('home.flow.about')}</p>
      {data && !flow && <p className={styles.none}>{t('home.flow.none')}</p>}
      {flow && (
        <table className={styles.table} aria-label={title}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('home.flow.kind')}</th>
              <th scope="col">{t('home.flow.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {flowLines(flow).map((line) => (
              <Line
                key={line.name}
                line={line}
                currency={currency}
                to={listOf(line.name, currency, range)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/**
 * Fees and the change of the balance are sums over all rows; what is available is no list's total.
 */
function listOf(name: FlowName, currency: Currency, { from, to }: DateRange): string | undefined {
  if (name === 'available') return undefined
  const kind = name === 'fees' || name === 'change' ? {} : { class: name }
  return `${paths.transactionList()}?${new URLSearchParams({ currency, ...kind, from, to })}`
}

function Line({
  line: { name, amountMinor, isSum, from, to },
  currency,
  to: path,
}: {
  line: FlowLine
  currency: Currency
  to: string | undefined
}) {
  const label = t(`home.flow.${name}`)
  const tone = isSum ? styles.sum : amountMinor < 0 ? styles.out : styles.in
  return (
    <tr className={isSum ? styles.total : ''}>
      <th scope="row">{label}</th>
      <td>
        {path ? (
          <Link to={path} aria-label={label} className={styles.link}>
            <Amount amountMinor={amountMinor} currency={currency} signed={!isSum} />
          </Link>
        ) : (
          // Not alone in its cell: a cell with nothing but a value would take the
          // value's direction.
          <span>
            <Amount amountMinor={amountMinor} currency={currency} signed={false} />
          </span>
        )}
      </td>
      <td className={styles.track} aria-hidden>
        <span
          className={`${styles.bar} ${tone}`}
          style={{
            insetInlineStart: `${from * 100}%`,
            inlineSize: `max(2px, ${(to - from) * 100}%)`,
          }}
        />
      </td>
    </tr>
  )
}

const Amount = ({
  amountMinor,
  currency,
  signed,
}: {
  amountMinor: number
  currency: Currency
  signed: boolean
}) => (
  <bdi dir="ltr">
    {signed && amountMinor > 0 && '+'}
    <Money amountMinor={amountMinor} currency={currency} />
  </bdi>
)
