import { Button } from 'antd'
import { useRef } from 'react'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import styles from './CompanyListPage.module.css'

/** The contract's limit; the API reads the real type of the picture from its bytes. */
const maxBytes = 64_000

/** A picture as a data URL. `id`, `value` and `onChange` come from Form.Item. */
export function LogoField({
  id,
  value,
  onChange,
}: {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}) {
  const file = useRef<HTMLInputElement>(null)
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > maxBytes) return void feedback.message().error(t('company.logo.tooLarge'))
    onChange?.(await dataUrlOf(chosen))
  }
  return (
    <span className={styles.logoField}>
      {value && <img src={value} alt={t('company.logo')} className={styles.preview} />}
      <Button id={id ?? ''} onClick={() => file.current?.click()}>
        {t(value ? 'company.logo.replace' : 'company.logo.choose')}
      </Button>
      {value && <Button onClick={() => onChange?.(null)}>{t('company.logo.remove')}</Button>}
      <input
        ref={file}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          void take(event.target.files?.[0])
          // Choosing the same file again must fire the event again.
          event.target.value = ''
        }}
      />
    </span>
  )
}

const dataUrlOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
