import { canAccess } from '@paydesk/contract/access'
import { type Home, homeApi } from '@paydesk/contract/home'
import { Link } from 'react-router'
import { useCurrentUser } from '../lib/currentUser.ts'
import { formatInstant } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { useApi } from '../lib/query.ts'
import { Money } from '../ui/Money.tsx'
import { Card } from './Card.tsx'
import styles from './HomePage.module.css'

type Figures = NonNullable<Home['outstanding']>[number]

/** One block per currency: amounts of different currencies are never added. */
export function Outstanding() {
  const user = useCurrentUser()
  const { data, error, refetch } = useApi(homeApi.read, {})
  const timezone = user.company.timezone
  return (
    <Card
      title={t('home.outstanding')}
      note={data && t('home.asOf', { time: formatInstant(data.asOf, timezone), timezone })}
      loading={!data && !error}
      {...(!data && error && { onRetry: refetch })}
    >
      {data && <OutstandingBody outstanding={data.outstanding} />}
    </Card>
  )
}

function OutstandingBody({ outstanding }: Pick<Home, 'outstanding'>) {
  const target = useBillListPath()
  if (!outstanding) return <p className={styles.empty}>{t('home.outstanding.notAllowed')}</p>
  if (outstanding.length === 0) return <p className={styles.empty}>{t('home.outstanding.none')}</p>
  return (
    <>
      <ul className={styles.figures}>
        {outstanding.map((figures) => (
          <li key={figures.currency} className={styles.figure}>
            <CurrencyFigures {...figures} />
          </li>
        ))}
      </ul>
      {target && <Link to={target}>{t('home.viewBills')}</Link>}
    </>
  )
}

const CurrencyFigures = ({ currency, dueMinor, count, overdueMinor, overdueCount }: Figures) => (
  <>
    <div className={styles.currency}>{currency}</div>
    <div className={styles.label}>{t('home.due')}</div>
    <div className={styles.amount}>
      <Money amountMinor={dueMinor} currency={currency} />
    </div>
    <div className={styles.count}>
      <bdi>{t('home.bills', { count })}</bdi>
    </div>
    <div className={overdueCount > 0 ? `${styles.overdue} ${styles.late}` : styles.overdue}>
      {overdueCount === 0 ? (
        t('home.noOverdue')
      ) : (
        <>
          {t('home.overdue')} <Money amountMinor={overdueMinor} currency={currency} /> ·{' '}
          <bdi>{t('home.bills', { count: overdueCount })}</bdi>
        </>
      )}
    </div>
  </>
)

/** The bill list that this user may open, if any: those in finance may not see the operators' group. */
function useBillListPath() {
  const user = useCurrentUser()
  if (canAccess(user, 'ViewPayPalBillManage') && canAccess(user, 'ViewPayPalBill|ViewAllPayPalBill')) return paths.billList()
  return canAccess(user, 'ViewFinanceManage') && canAccess(user, 'ViewAllPayPalBill') ? paths.financeBillList() : undefined
}
