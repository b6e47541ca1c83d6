import { Button, Skeleton } from 'antd'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import styles from './HomePage.module.css'

type Props = {
  title: string
  /** Stands beside the title: when it is from, or where it goes on. */
  note?: ReactNode
  more?: { to: string | undefined; label: string } | undefined
  loading?: boolean
  onRetry?: (() => void) | undefined
  /** The first thing on the page. */
  first?: true
  children: ReactNode
}

/** A titled part of the home page in one of three states: loading, failed, shown. */
export function Part({ title, note, more, loading = false, onRetry, first, children }: Props) {
  const id = useId()
  return (
    <section
      className={first ? `${styles.part} ${styles.first}` : styles.part}
      aria-labelledby={id}
    >
      <div className={styles.partHead}>
        <h2 id={id} className={styles.partTitle}>
          {title}
        </h2>
        {note && <span className={styles.note}>{note}</span>}
        {more?.to && (
          <Link to={more.to} className={styles.more}>
            {more.label}
          </Link>
        )}
      </div>
      {loading && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {onRetry && (
        <div className={styles.failed}>
          <span>{t('home.failed')}</span>
          <Button onClick={onRetry}>{t('action.retry')}</Button>
        </div>
      )}
      {children}
    </section>
  )
}

/** What a part's answer comes to: still on its way, failed, or there. */
export const stateOf = ({
  data,
  error,
  refetch,
}: {
  data: unknown
  error: unknown
  refetch: () => unknown
}) => ({
  loading: !data && !error,
  onRetry: !data && error ? () => void refetch() : undefined,
})
