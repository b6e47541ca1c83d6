import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { type Age, rangeOf } from '@paydesk/contract/billing/billAge'
import type { Currency } from '@paydesk/contract/lib/money'
import { Button } from 'antd'
import { useLocation } from 'react-router'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { AgeTable } from '../../../shared/bill/AgeTable.tsx'
import { Money } from '../../../ui/Money.tsx'
import { useKeys } from '../../../ui/useKeys.ts'
import { useWide } from '../../../ui/useWide.ts'
import type { Selection } from '../../../ui/workspace/useSelection.ts'
import { refusalOf } from '../refusal.ts'
import styles from './Collect.module.css'
import type { BillList } from './useBillList.ts'

/** So many customers are asked at once: as many as one person can answer for in a day. */
const some = 10

type Props = {
  list: BillList
  rows: readonly BillRow[]
  selection: Selection<BillRow>
  onRemind: (rows: BillRow[]) => void
}

/**
 * The overdue bills as work: what they owe per currency and by age, in which order to go through
 * them, and the first ten at once.
 */
export default function Collect({ list, rows, selection, onRemind }: Props) {
  const user = useCurrentUser()
  const wide = useWide()
  const { pathname } = useLocation()
  const { currency, customerId, accountId, ownerId, sort, keyword } = list.query
  const { data } = useApi(billApi.ageing, {
    query: {
      ...(customerId && { customerId }),
      ...(accountId && { accountId }),
      ...(ownerId && { ownerId }),
    },
  })
  const can = (bill: BillRow) => refusalOf('remind', bill, user) === undefined
  const first = rows.filter(can).slice(0, some)
  const chosen = selection.rows.filter(can)
  const tick = () => {
    selection.clear()
    selection.tickAll(first, true)
  }
  useKeys({
    t: first.length > 0 ? tick : undefined,
    r: chosen.length > 0 ? () => onRemind(chosen) : undefined,
  })
  if (!data || data.currencies.length === 0) return null
  const shown = data.currencies.filter((one) => one.currency === currency)
  const orders = [
    { key: 'due', label: t('bill.collect.oldest'), set: () => list.setFilter({ sort: undefined }) },
    {
      key: '-total',
      label: t('bill.collect.largest'),
      // Amounts are put in order within one currency.
      set: () =>
        list.setFilter({ sort: '-total', currency: currency ?? data.currencies[0]?.currency }),
    },
  ]
  const toOf = (of: Currency, age?: Age) => {
    const { from, to } = age ? rangeOf(age, data.today) : {}
    const others = {
      ...(customerId && { customerId }),
      ...(accountId && { accountId }),
      ...(ownerId && { ownerId }),
    }
    const due = { ...(from && { dueFrom: from }), ...(to && { dueTo: to }) }
    return `${pathname}?${new URLSearchParams({ tab: 'overdue', currency: of, ...others, ...due })}`
  }
  return (
    <section className={styles.collect} aria-label={t('bill.collect')}>
      <div className={styles.head}>
        <fieldset className={styles.currencies}>
          <legend className="visually-hidden">{t('bill.currency')}</legend>
          {data.currencies.map((one) => (
            <button
              key={one.currency}
              type="button"
              className={styles.currency}
              aria-pressed={one.currency === currency}
              onClick={() =>
                list.setFilter({
                  currency: one.currency === currency ? undefined : one.currency,
                  dueFrom: undefined,
                  dueTo: undefined,
                  sort: undefined,
                })
              }
            >
              <strong>
                <Money amountMinor={one.amountMinor} currency={one.currency} />
              </strong>{' '}
              <bdi>{t('age.bills', { count: one.count })}</bdi>
            </button>
          ))}
        </fieldset>
        <span className={styles.acts}>
          {!keyword &&
            orders.map(({ key, label, set }) => (
              <button
                key={key}
                type="button"
                className={styles.order}
                aria-pressed={(sort ?? 'due') === key}
                onClick={set}
              >
                {label}
              </button>
            ))}
          {/* The cards of a phone have no ticks. */}
          {wide && first.length > 0 && (
            <Button size="small" onClick={tick}>
              {t('bill.collect.tick', { count: first.length })} <kbd className={styles.key}>T</kbd>
            </Button>
          )}
          {wide && chosen.length > 0 && (
            <Button size="small" type="primary" onClick={() => onRemind(chosen)}>
              {t('bill.bulk.remind', { count: chosen.length })} <kbd className={styles.key}>R</kbd>
            </Button>
          )}
        </span>
      </div>
      {shown.length > 0 && (
        <AgeTable label={t('bill.collect')} currencies={shown} unit="age.bills" toOf={toOf} />
      )}
    </section>
  )
}
