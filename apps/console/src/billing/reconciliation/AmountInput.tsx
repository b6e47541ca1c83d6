import { Input } from 'antd'
import { useId } from 'react'
import styles from './Reconciliation.module.css'

type Props = { label: string; shown: string; value: string; onChange: (value: string) => void }

/** `shown` is short because the field stands beside its bill; `label` also names the bill. */
export function AmountInput({ label, shown, value, onChange }: Props) {
  const id = useId()
  return (
    <span className={styles.amountField}>
      <label htmlFor={id}>{shown}</label>
      <Input
        id={id}
        aria-label={label}
        className={styles.amountInput ?? ''}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  )
}
