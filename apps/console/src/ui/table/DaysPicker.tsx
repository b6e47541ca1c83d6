import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { dateRange, dayIn, rangeNames } from '../../lib/dateRange.ts'
import { t } from '../../lib/i18n.ts'
import type { DaysProps } from './daysProps.ts'
import styles from './filters.module.css'

const format = 'YYYY-MM-DD'

export default function DaysPicker({ id, label, from, to, onChange }: DaysProps & { id: string }) {
  const { company } = useCurrentUser()
  const today = dayIn(company.timezone, new Date())
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-end` }}
      className={styles.days ?? ''}
      aria-label={label}
      value={from && to ? [dayjs(from), dayjs(to)] : null}
      format={format}
      presets={rangeNames.map((name) => {
        const range = dateRange(name, today)
        return { label: t(`range.${name}`), value: [dayjs(range.from), dayjs(range.to)] }
      })}
      onChange={(days) =>
        onChange({ from: days?.[0]?.format(format), to: days?.[1]?.format(format) })
      }
    />
  )
}
