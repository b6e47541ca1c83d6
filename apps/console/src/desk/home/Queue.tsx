import { CheckCircleOutlined } from '@ant-design/icons'
import { homeApi } from '@paydesk/contract/desk/home'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Card } from './Card.tsx'
import styles from './HomePage.module.css'
import { type Work, workOf } from './queue.ts'

/** The home page starts with the work that waits for this person; each card leads to its list. */
export function Queue({ onlyIfAny = false }: { onlyIfAny?: boolean }) {
  const user = useCurrentUser()
  const { timezone } = user.company
  const { data, error, refetch } = useApi(homeApi.queue, {})
  const work = data && workOf(data, user, (at) => formatInstant(at, timezone))
  if (data && (!work || (onlyIfAny && work.length === 0))) return null
  return (
    <Card
      title={t('home.queue')}
      note={data && t('home.asOf', { time: formatInstant(data.asOf, timezone), timezone })}
      loading={!data && !error}
      {...(!data && error && { onRetry: refetch })}
    >
      {work?.length === 0 && (
        <p className={styles.done}>
          <CheckCircleOutlined aria-hidden />
          {t('home.queue.done')}
        </p>
      )}
      {work && work.length > 0 && (
        <ul className={styles.queue}>
          {work.map((one) => (
            <li key={one.key}>{one.to ? <LinkedWork {...one} to={one.to} /> : <PlainWork {...one} />}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const LinkedWork = ({ to, ...work }: Work & { to: string }) => (
  <Link to={to} className={work.urgent ? `${styles.work} ${styles.urgent}` : styles.work}>
    <Content {...work} />
  </Link>
)

const PlainWork = (work: Work) => (
  <div className={work.urgent ? `${styles.work} ${styles.urgent}` : styles.work}>
    <Content {...work} />
  </div>
)

const Content = ({ title, count, detail }: Pick<Work, 'title' | 'count' | 'detail'>) => (
  <>
    <span className={styles.workTitle}>{title}</span>
    <bdi dir="ltr" className={styles.workCount}>
      {count}
    </bdi>
    <span className={styles.workDetail}>
      <bdi>{detail}</bdi>
    </span>
  </>
)
