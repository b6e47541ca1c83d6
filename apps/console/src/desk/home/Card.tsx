import { Button, Skeleton } from 'antd'
import { type ReactNode, useId } from 'react'
import { t } from '../../lib/i18n.ts'
import styles from './HomePage.module.css'

type Props = { title: string; note?: string | undefined; loading: boolean; onRetry?: () => void; children: ReactNode }

/** A titled block of the home page in one of three states: loading, failed, shown. */
export function Card({ title, note, loading, onRetry, children }: Props) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>
          {title}
        </h2>
        {note && <span className={styles.note}>{note}</span>}
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
