import styles from './Checkbox.module.css'

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void }

export const Checkbox = ({ label, checked, onChange }: Props) => (
  <label className={styles.label}>
    <input
      type="checkbox"
      className={styles.box}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    {label}
  </label>
)
