import { useEffect, useState } from 'react'
import { scopeOf, useCurrentUser } from '../../lib/api/currentUser.ts'
import { useSession } from '../../lib/api/session.ts'
import { t } from '../../lib/i18n.ts'
import { startLive, useLiveDownSince } from '../../lib/live/live.ts'
import styles from './Live.module.css'

/** Long enough that nobody notices a reconnection after a restart of the service. */
const patienceMs = 10_000

/**
 * Live updates for the person who is signed in, and a notice while there are none: a screen must
 * not look fresher than it is.
 */
export function Live() {
  const scope = scopeOf(useCurrentUser())
  const { token } = useSession()
  useEffect(() => startLive(token, scope), [token, scope])
  const isDown = useIsDownFor(patienceMs)
  return (
    <div role="status" className={styles.place}>
      {isDown && (
        <span className={styles.down} title={t('live.down.description')}>
          {t('live.down')}
        </span>
      )}
    </div>
  )
}

function useIsDownFor(ms: number) {
  const since = useLiveDownSince()
  const [reported, setReported] = useState<number>()
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setReported(since), since + ms - Date.now())
    return () => clearTimeout(timer)
  }, [since, ms])
  return since !== undefined && reported === since
}
