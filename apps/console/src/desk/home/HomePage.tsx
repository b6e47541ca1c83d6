import { homeApi } from '@paydesk/contract/desk/home'
import { Suspense } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { formatInstant, hourIn } from '../../lib/format.ts'
import { t, withTexts } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import { useTitle } from '../../ui/page/useTitle.ts'
import { Figures } from './Figures.tsx'
import styles from './HomePage.module.css'
import { Queue } from './Queue.tsx'
import { Start } from './Start.tsx'

const LazyNotices = lazyPage(withTexts(['notice'], () => import('./Notices.tsx')))

export default function HomePage() {
  useTitle(t('menu.welcome'))
  return (
    <>
      <Greeting />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Begun />
        </div>
        <Suspense>
          <LazyNotices />
        </Suspense>
      </div>
    </>
  )
}

/** A company that has not begun sees what to do first: there is nothing to count yet, and most often nothing waits. */
function Begun() {
  const { data } = useApi(homeApi.queue, {})
  if (data?.start)
    return (
      <>
        <Start start={data.start} />
        <Queue onlyIfAny />
      </>
    )
  return (
    <>
      <Queue />
      <Figures />
    </>
  )
}

function Greeting() {
  const { name, company, lastLoginAt, lastLoginIp } = useCurrentUser()
  return (
    <header className={styles.greeting}>
      <h1 className={styles.hello}>{t(`home.greeting.${partOfDay(hourIn(company.timezone, new Date()))}`, { name })}</h1>
      <p className={styles.about}>
        <span>{company.name}</span>
        <span>{lastSignIn(lastLoginAt && formatInstant(lastLoginAt, company.timezone), lastLoginIp)}</span>
      </p>
    </header>
  )
}

function lastSignIn(time: string | null, address: string | null) {
  if (!time) return t('home.firstLogin')
  return address ? t('home.lastLogin', { time, address }) : t('home.lastLogin.time', { time })
}

function partOfDay(hour: number) {
  if (hour >= 5 && hour < 11) return 'morning'
  if (hour >= 11 && hour < 14) return 'noon'
  return hour >= 14 && hour < 18 ? 'afternoon' : 'evening'
}
