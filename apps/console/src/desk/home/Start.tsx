import { CheckCircleFilled, RightOutlined } from '@ant-design/icons'
import { type Start as Steps, startSteps } from '@paydesk/contract/desk/home'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { Part } from './Part.tsx'
import styles from './Start.module.css'

/** Where each step is done, and who may do it. */
const places = {
  account: { to: paths.paypalAccountList(), access: 'UpdatePaypalAccount' },
  people: { to: paths.userList(), access: 'UpdateUser' },
  customer: { to: paths.customerList(), access: 'ViewCustomer' },
  bill: { to: paths.billNew(), access: 'CreatePayPalBill' },
} as const

/** What a new company does first, each step with its state; it leads there whoever may do it. */
export function Start({ start }: { start: Steps }) {
  const user = useCurrentUser()
  const done = startSteps.filter((step) => start[step]).length
  return (
    <Part title={t('home.start')} note={t('home.start.done', { done, all: startSteps.length })}>
      <p className={styles.about}>{t('home.start.about')}</p>
      <ol className={styles.steps}>
        {startSteps.map((step, index) => {
          const { to, access } = places[step]
          const content = (
            <Step
              index={index}
              title={t(`home.start.${step}`)}
              detail={t(`home.start.${step}.detail`)}
              done={start[step]}
            />
          )
          return (
            <li key={step}>
              {canAccess(user, access) ? (
                <Link to={to} className={styles.step}>
                  {content}
                  <RightOutlined aria-hidden className={styles.go} />
                </Link>
              ) : (
                <div className={styles.step}>{content}</div>
              )}
            </li>
          )
        })}
      </ol>
    </Part>
  )
}

const Step = ({
  index,
  title,
  detail,
  done,
}: {
  index: number
  title: string
  detail: string
  done: boolean
}) => (
  <>
    {done ? (
      <CheckCircleFilled className={styles.check} aria-hidden />
    ) : (
      <span className={styles.number} aria-hidden>
        {index + 1}
      </span>
    )}
    <span className={styles.words}>
      <span className={styles.title}>{title}</span>
      <span className={styles.detail}>{detail}</span>
    </span>
    <span className={done ? styles.done : styles.open}>
      {t(done ? 'home.start.state.done' : 'home.start.state.open')}
    </span>
  </>
)
