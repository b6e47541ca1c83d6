import { useCurrentUser } from '../lib/currentUser.ts'
import { formatInstant, hourIn } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useTitle } from '../ui/useTitle.ts'
import styles from './HomePage.module.css'
import { Notices } from './Notices.tsx'
import { Outstanding } from './Outstanding.tsx'

export default function HomePage() {
  useTitle(t('menu.welcome'))
  return (
    <>
      <Greeting />
      <div className={styles.columns}>
        <Outstanding />
        <Notices />
      </div>
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
