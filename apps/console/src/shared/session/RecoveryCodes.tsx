import { t } from '../../lib/i18n.ts'
import { copyText } from '../../ui/copyText.ts'
import { Button } from '../../ui/plain/Button.tsx'
import styles from './Totp.module.css'

/** The codes are shown once, so there are two ways to keep them besides pen and paper. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = codes.join('\n')
  return (
    <>
      <p>{t('recovery.explain')}</p>
      <ul className={styles.codes} aria-label={t('recovery.list')}>
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => copyText(text)}>{t('recovery.copy')}</Button>
        <Button
          onClick={() => download(`${t('brand.name')}-${t('recovery.list')}.txt`, `${text}\n`)}
        >
          {t('recovery.download')}
        </Button>
      </div>
    </>
  )
}

function download(name: string, text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
