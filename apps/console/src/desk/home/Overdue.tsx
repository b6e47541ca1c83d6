import { billApi } from '@paydesk/contract/billing/bill'
import { type Age, rangeOf } from '@paydesk/contract/billing/billAge'
import { owedOf } from '@paydesk/contract/billing/billStatus'
import { homeApi } from '@paydesk/contract/desk/home'
import { canAccess } from '@paydesk/contract/lib/access'
import type { Currency } from '@paydesk/contract/lib/money'
import { billListOf, billPathOf } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { AgeTable } from '../../shared/bill/AgeTable.tsx'
import { Money } from '../../ui/Money.tsx'
import styles from './HomePage.module.css'
import { Part, stateOf } from './Part.tsx'

/** So many of the longest overdue bills are named. */
const named = 5

/**
 * Who is overdue, by how much and for how long. Each figure leads to the list that
 * holds exactly it.
 */
export function Overdue() {
  return canAccess(useCurrentUser(), homeApi.overdue.permission) ? <AllowedOverdue /> : null
}

function AllowedOverdue() {
  const user = useCurrentUser()
  const read = useApi(homeApi.overdue, {})
  const oldest =
    useApi(billApi.list, { query: { tab: 'overdue', sort: 'due', pageSize: named } }).data?.list ??
    []
  const { data } = read
  const list = billListOf(user)
  const toOf = (currency: Currency, age?: Age) => {
    const { from, to } = age && data ? rangeOf(age, data.today) : {}
    return (
      list &&
      `${list}?${new URLSearchParams({ tab: 'overdue', currency, ...(from && { dueFrom: from }), ...(to && { dueTo: to }) })}`
    )
  }
  return (
    <Part
      title={t('home.ageing')}
      more={{
        to: data?.currencies.length ? list && `${list}?tab=overdue` : undefined,
        label: t('home.ageing.collect'),
      }}
      {...stateOf(read)}
    >
      {data?.currencies.length === 0 && <p className={styles.empty}>{t('home.ageing.none')}</p>}
      {data && data.currencies.length > 0 && (
        <AgeTable
          label={t('home.ageing')}
          currencies={data.currencies}
          unit="age.bills"
          toOf={toOf}
        />
      )}
      {data && oldest.length > 0 && (
        <>
          <h3 className={styles.subTitle}>{t('home.ageing.oldest')}</h3>
          <ul className={`${styles.lines} ${styles.aligned}`}>
            {oldest.map((bill) => (
              <li key={bill.id}>
                <Link to={billPathOf(user, bill.id) ?? ''} className={styles.line}>
                  <bdi className={styles.grow}>{bill.customerName}</bdi>
                  <bdi dir="ltr" className={`${styles.quiet} ${styles.onlyWide}`}>
                    {bill.number}
                  </bdi>
                  <span className={styles.late}>
                    {t('home.ageing.days', {
                      count: daysBetween(bill.dueDate ?? data.today, data.today),
                    })}
                  </span>
                  <span className={styles.figure}>
                    <Money amountMinor={owedOf(bill)} currency={bill.currency} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  )
}

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
