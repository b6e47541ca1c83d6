import { homeApi } from '@paydesk/contract/desk/home'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useCurrentUser, useHeld } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { formatInstant, hourIn } from '../../lib/format.ts'
import { t, withTexts } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import { HeldButton } from '../../ui/HeldButton.tsx'
import { useTitle } from '../../ui/page/useTitle.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { Accounts } from './Accounts.tsx'
import { Companies } from './Companies.tsx'
import { Figures } from './Figures.tsx'
import { HeldMoney, UnmatchedMoney } from './Finance.tsx'
import styles from './HomePage.module.css'
import { Mine } from './Mine.tsx'
import { Overdue } from './Overdue.tsx'
import { Proof } from './Proof.tsx'
import { Start } from './Start.tsx'
import { Work } from './Work.tsx'

const LazyNotices = lazyPage(withTexts(['notice'], () => import('./Notices.tsx')))

export default function HomePage() {
  useTitle(t('menu.welcome'))
  return (
    <>
      <Greeting />
      <div className={styles.sheet}>
        <Begun />
      </div>
    </>
  )
}

/**
 * A company that has not begun sees what to do first: there is nothing to count yet, and most
 * often nothing waits.
 */
function Begun() {
  const { data } = useApi(homeApi.queue, {})
  if (data?.start)
    return (
      <div className={styles.columns}>
        <div className={styles.main}>
          <Start start={data.start} />
          <Work onlyIfAny />
        </div>
        <div className={styles.side}>
          <Companies />
          <News />
        </div>
      </div>
    )
  return (
    <>
      <Work />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Companies />
          <Figures />
          <Overdue />
          <UnmatchedMoney />
        </div>
        <div className={styles.side}>
          <Mine />
          <Proof />
          <HeldMoney />
          <Accounts />
          <News />
        </div>
      </div>
    </>
  )
}

const News = () => (
  <Suspense>
    <LazyNotices />
  </Suspense>
)

function Greeting() {
  const user = useCurrentUser()
  const { name, company, lastLoginAt, lastLoginIp } = user
  const navigate = useNavigate()
  const mayCreate = canAccess(user, 'CreatePayPalBill')
  const create = () => void navigate(paths.billNew())
  const held = useHeld()
  useKeys({ n: mayCreate && !held ? create : undefined })
  return (
    <header className={styles.greeting}>
      <div>
        <h1 className={styles.hello}>
          {t(`home.greeting.${partOfDay(hourIn(company.timezone, new Date()))}`, { name })}
        </h1>
        <p className={styles.about}>
          <span>{company.name}</span>
          <span>
            {lastSignIn(lastLoginAt && formatInstant(lastLoginAt, company.timezone), lastLoginIp)}
          </span>
        </p>
      </div>
      {mayCreate && (
        <HeldButton held={held} type="primary" size="large" onClick={create}>
          {t('home.newBill')}
        </HeldButton>
      )}
    </header>
  )
}

function lastSignIn(time: string | null, address: string | null) {
  if (!time) return t('home.firstLogin')
  return address ? t('home.lastLogin', { time, address }) : t('home.lastLogin.time', { time })
}

function partOfDay(hour: number) {
  if (hour >= 5 && hour < 9) return 'morning'
  if (hour >= 9 && hour < 12) return 'forenoon'
  if (hour >= 12 && hour < 14) return 'noon'
  return hour >= 14 && hour < 18 ? 'afternoon' : 'evening'
}
