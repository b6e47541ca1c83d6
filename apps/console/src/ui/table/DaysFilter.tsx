import { Suspense, useId } from 'react'
import { lazyPage } from '../../lib/lazyPage.ts'
import type { DaysProps } from './daysProps.ts'
import styles from './filters.module.css'

const LazyPicker = lazyPage(() => import('./DaysPicker.tsx'))

/**
 * A range of days, both ends included, in the company's time zone; with the ranges of
 * spec §9. The picker is 30 kB that no list needs for its rows, so it is loaded beside them,
 * into a field of its size.
 */
export function DaysFilter(props: DaysProps) {
  const id = useId()
  return (
    <span className={styles.filter}>
      <label htmlFor={id}>{props.label}</label>
      <Suspense fallback={<span className={`${styles.days} ${styles.field}`} />}>
        <LazyPicker id={id} {...props} />
      </Suspense>
    </span>
  )
}
