import type { DisputeRow } from '@paydesk/contract/billing/dispute'
import { useEffect, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { Time } from '../../ui/Time.tsx'
import styles from './Dispute.module.css'
import { isSoon, leftUntil } from './wording.ts'

type Props = {
  dispute: Pick<DisputeRow, 'sellerDueAt' | 'state'>
  /** In a row of a list, without the moment itself. */
  short?: boolean
}

/**
 * The time left while PayPal waits for us. Deadlines are days away, so the clock moves once a
 * minute.
 */
export function Deadline({ dispute: { sellerDueAt, state }, short = false }: Props) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  if (!sellerDueAt || state === 'resolved')
    return (
      <span className={short ? '' : styles.second}>
        {state === 'resolved' ? '—' : t('dispute.notOurs')}
      </span>
    )
  const left = leftUntil(sellerDueAt, now)
  return (
    <>
      <span className={isSoon(sellerDueAt, now) ? styles.soon : ''}>
        <bdi>{left ? t('dispute.deadline.left', { left }) : t('dispute.deadline.over')}</bdi>
      </span>
      {!short && (
        <span className={styles.second}>
          <Time at={sellerDueAt} />
        </span>
      )}
    </>
  )
}
