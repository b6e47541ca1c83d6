import { type Age, rangeOf } from '@paydesk/contract/billing/billAge'
import type { HomeMoney } from '@paydesk/contract/desk/home'
import { canAccess } from '@paydesk/contract/lib/access'
import type { Currency } from '@paydesk/contract/lib/money'
import { paths } from '@paydesk/contract/lib/paths'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { AgeTable } from '../../shared/bill/AgeTable.tsx'
import styles from './HomePage.module.css'
import { Part } from './Part.tsx'

/** Money that no bill explains, by how long ago it moved. */
export function Unmatched({
  unmatched: { today, currencies },
}: {
  unmatched: NonNullable<HomeMoney['unmatched']>
}) {
  const mayList = canAccess(useCurrentUser(), transactionApi.list.permission)
  const toOf = (currency: Currency, age?: Age) => {
    if (!mayList) return `${paths.reconciliation()}?${new URLSearchParams({ currency })}`
    const { from, to } = age ? rangeOf(age, today) : {}
    return `${paths.transactionList()}?${new URLSearchParams({ matchState: 'unmatched', currency, ...(from && { from }), ...(to && { to }) })}`
  }
  return (
    <Part
      title={t('home.unmatched')}
      more={{
        to: currencies.length > 0 ? paths.reconciliation() : undefined,
        label: t('home.unmatched.go'),
      }}
    >
      {currencies.length === 0 ? (
        <p className={styles.empty}>{t('home.unmatched.none')}</p>
      ) : (
        <AgeTable label={t('home.unmatched')} currencies={currencies} unit="age.rows" toOf={toOf} />
      )}
    </Part>
  )
}
