import { Button } from 'antd'
import { Link } from 'react-router'
import styles from './StatePage.module.css'
import { useTitle } from './useTitle.ts'

type Action = { label: string } & ({ to: string } | { onClick: () => void })
type Props = { title: string; description: string; action?: Action; code?: string; status?: 'warning' | 'error'; fullScreen?: boolean }

/** A page that only reports a state: 403, 404, a chunk that did not load, a crash. antd's Result would add 12 kB of drawings. */
export function StatePage({ title, description, action, code, status, fullScreen }: Props) {
  useTitle(title)
  return (
    <section className={fullScreen ? `${styles.page} ${styles.fullScreen}` : styles.page}>
      {code ? (
        <p className={styles.code} aria-hidden>
          {code}
        </p>
      ) : (
        <p className={`${styles.mark} ${styles[status ?? 'warning']}`} aria-hidden>
          !
        </p>
      )}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.description}>{description}</p>
      {action && <ActionButton {...action} />}
    </section>
  )
}

function ActionButton(action: Action) {
  if ('onClick' in action)
    return (
      <Button type="primary" onClick={action.onClick}>
        {action.label}
      </Button>
    )
  return (
    <Link to={action.to} className={styles.link}>
      {action.label}
    </Link>
  )
}
