import { CheckCircleOutlined } from '@ant-design/icons'
import { homeApi } from '@paydesk/contract/desk/home'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import styles from './HomePage.module.css'
import { Part, stateOf } from './Part.tsx'
import { type Work as One, workOf } from './queue.ts'

/**
 * The home page starts with the work that waits for this person: one line of figures, each of which
 * leads to its list.
 */
export function Work({ onlyIfAny = false }: { onlyIfAny?: boolean }) {
  const user = useCurrentUser()
  const { timezone } = user.company
  const read = useApi(homeApi.queue, {})
  const { data } = read
  const work = data && workOf(data, user, (at) => formatInstant(at, timezone))
  if (data && (!work || (onlyIfAny && work.length === 0))) return null
  return (
    <Part
      first
      title={t('home.queue')}
      note={
        data && <bdi>{t('home.asOf', { time: formatInstant(data.asOf, timezone), timezone })}</bdi>
      }
      {...stateOf(read)}
    >
      {work?.length === 0 && (
        <p className={styles.done}>
          <CheckCircleOutlined aria-hidden />
          {t('home.queue.done')}
        </p>
      )}
      {work && work.length > 0 && (
        <ul className={styles.work}>
          {work.map(({ key, to, ...one }) => (
            <li key={key} className={one.urgent ? styles.urgent : ''}>
              {to ? (
                <Link to={to}>
                  <Content {...one} />
                </Link>
              ) : (
                <span>
                  <Content {...one} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

const Content = ({ title, count, detail }: Pick<One, 'title' | 'count' | 'detail'>) => (
  <>
    <bdi dir="ltr" className={styles.workCount}>
      {count}
    </bdi>
    <span className={styles.workTitle}>{title}</span>
    <span className={styles.workDetail}>
      <bdi>{detail}</bdi>
    </span>
  </>
)
