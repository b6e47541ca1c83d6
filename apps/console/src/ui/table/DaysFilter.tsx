import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useId } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { dateRange, dayIn, rangeNames } from '../../lib/dateRange.ts'
import { t } from '../../lib/i18n.ts'
import styles from './filters.module.css'

type Days = { from: string | undefined; to: string | undefined }
const format = 'YYYY-MM-DD'

/** A range of days, both ends included, in the company's time zone; with the ranges of spec §9. */
export function DaysFilter({ label, from, to, onChange }: Days & { label: string; onChange: (days: Days) => void }) {
  const id = useId()
  const { company } = useCurrentUser()
  const today = dayIn(company.timezone, new Date())
  return (
    <span className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-end` }}
        aria-label={label}
        value={from && to ? [dayjs(from), dayjs(to)] : null}
        format={format}
        presets={rangeNames.map((name) => {
          const range = dateRange(name, today)
          return { label: t(`range.${name}`), value: [dayjs(range.from), dayjs(range.to)] }
        })}
        onChange={(days) => onChange({ from: days?.[0]?.format(format), to: days?.[1]?.format(format) })}
      />
    </span>
  )
}
