import { useEffect, useId, useRef } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { dateRange, dayIn, rangeNames } from '../../lib/dateRange.ts'
import { t } from '../../lib/i18n.ts'
import styles from './FilterBar.module.css'

type Days = { from: string | undefined; to: string | undefined }
type Props = Days & { onChange: (days: Days) => void; onDone: () => void }

/**
 * A range of days, both ends included, in the company's time zone; with the ranges of spec §9. The
 * browser's own fields weigh nothing.
 */
export function DaysField({ from, to, onChange, onDone }: Props) {
  const id = useId()
  const { company } = useCurrentUser()
  const today = dayIn(company.timezone, new Date())
  const first = useRef<HTMLDivElement>(null)
  // The field opens by a choice in a menu, which is gone then. The Enter that chose it must not
  // press the button as well.
  useEffect(() => {
    const later = requestAnimationFrame(() => first.current?.querySelector('button')?.focus())
    return () => cancelAnimationFrame(later)
  }, [])
  return (
    <>
      <div ref={first} className={styles.ranges}>
        {rangeNames.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.option}
            onClick={() => {
              onChange(dateRange(name, today))
              onDone()
            }}
          >
            {t(`range.${name}`)}
          </button>
        ))}
      </div>
      <div className={styles.days}>
        <label htmlFor={id}>{t('workspace.days.from')}</label>
        <input
          id={id}
          type="date"
          value={from ?? ''}
          max={to}
          onChange={(event) => onChange({ from: event.target.value || undefined, to })}
        />
        <label htmlFor={`${id}-to`}>{t('workspace.days.to')}</label>
        <input
          id={`${id}-to`}
          type="date"
          value={to ?? ''}
          min={from}
          onChange={(event) => onChange({ from, to: event.target.value || undefined })}
        />
      </div>
    </>
  )
}

/** A range in words; one end may be open. */
export const daysText = ({ from, to }: Days) =>
  from && to
    ? `${from} – ${to}`
    : from
      ? t('workspace.days.since', { day: from })
      : to
        ? t('workspace.days.until', { day: to })
        : undefined
