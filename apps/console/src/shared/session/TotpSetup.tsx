import { QRCode } from 'antd'
import { t } from '../../lib/i18n.ts'
import { copyText } from '../../ui/copyText.ts'
import { Button } from '../../ui/plain/Button.tsx'
import styles from './Totp.module.css'

/** The secret to scan or to type. Always dark on white: scanners read nothing else reliably. */
export function TotpSetup({ uri, secret }: { uri: string; secret: string }) {
  return (
    <div className={styles.setup}>
      <div role="img" aria-label={t('totp.qr')} className={styles.qr}>
        <QRCode type="svg" value={uri} size={176} color="#000000" bgColor="#ffffff" />
      </div>
      <p className={styles.hint}>{t('totp.secret')}</p>
      <div className={styles.secret}>
        <code dir="ltr">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <Button size="small" onClick={() => copyText(secret)}>
          {t('totp.copy')}
        </Button>
      </div>
    </div>
  )
}
