import { Select } from 'antd'
import { useId } from 'react'
import styles from './filters.module.css'

type Props<V extends string> = {
  label: string
  /** The text for no choice, such as "all statuses". */
  all: string
  value: V | undefined
  options: { value: V; label: string }[]
  onChange: (value: V | undefined) => void
  /** Long lists can be searched by typing. */
  search?: boolean
}

/** One filter of a list with a fixed set of values. */
export function SelectFilter<V extends string>({
  label,
  all,
  value,
  options,
  onChange,
  search = false,
}: Props<V>) {
  const id = useId()
  return (
    <span className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <Select<V | undefined>
        id={id}
        className={styles.select ?? ''}
        value={value}
        onChange={onChange}
        allowClear
        placeholder={all}
        options={options}
        showSearch={search && { optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
      />
    </span>
  )
}
