import { billApi } from '@paydesk/contract/billing/bill'
import { type Age, rangeOf } from '@paydesk/contract/billing/billAge'
import { canAccess } from '@paydesk/contract/lib/access'
import type { Currency } from '@paydesk/contract/lib/money'
import { billListOf } from '@paydesk/contract/lib/paths'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { AgeTable } from '../../shared/bill/AgeTable.tsx'
import styles from './Customer.module.css'

/**
 * What the customer should have paid by now, by how long ago; of the bills that the reader may see.
 */
export function CustomerOverdue({ customerId }: { customerId: string }) {
  return canAccess(useCurrentUser(), billApi.ageing.permission) ? (
    <Allowed customerId={customerId} />
  ) : null
}

function Allowed({ customerId }: { customerId: string }) {
  const list = billListOf(useCurrentUser())
  const { data } = useApi(billApi.ageing, { query: { customerId } })
  if (!data || data.currencies.length === 0) return null
  const toOf = (currency: Currency, age?: Age) => {
    const { from, to } = age ? rangeOf(age, data.today) : {}
    const filter = {
      tab: 'overdue',
      customerId,
      currency,
      ...(from && { dueFrom: from }),
      ...(to && { dueTo: to }),
    }
    return list && `${list}?${new URLSearchParams(filter)}`
  }
  return (
    <section className={styles.card} aria-labelledby="customer-overdue">
      <h2 id="customer-overdue" className={styles.title}>
        {t('customer.overdue')}
      </h2>
      <AgeTable
        label={t('customer.overdue')}
        currencies={data.currencies}
        unit="age.bills"
        toOf={toOf}
      />
    </section>
  )
}
