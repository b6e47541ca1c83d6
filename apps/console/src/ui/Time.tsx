import { useCurrentUser } from '../lib/api/currentUser.ts'
import { formatInstant } from '../lib/format.ts'
import styles from './figures.module.css'

/** A moment, in the company's time zone. */
export function Time({ at }: { at: string }) {
  const { company } = useCurrentUser()
  return (
    <time dateTime={at} className={styles.figure}>
      <bdi dir="ltr">{formatInstant(at, company.timezone)}</bdi>
    </time>
  )
}
