import { Button, QRCode } from 'antd'
import { t } from '../../lib/i18n.ts'
import { copyText } from '../../ui/copyText.ts'
import styles from './PayLink.module.css'

/**
 * The address of the page where the customer pays, to pass on in any way. The QR code is always
 * dark on white: scanners read nothing else reliably.
 */
export function PayLink({ url }: { url: string }) {
  return (
    <div className={styles.pay}>
      <QRCode
        type="svg"
        aria-label={t('bill.payLink.qr')}
        className={styles.qr ?? ''}
        value={url}
        size={144}
        color="#000000"
        bgColor="#ffffff"
      />
      <div className={styles.link}>
        <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr">
          {url}
        </a>
        <Button onClick={() => void copyText(url)}>{t('bill.action.copyLink')}</Button>
      </div>
    </div>
  )
}
