import { Alert, Button } from 'antd'
import { t } from '../lib/i18n.ts'
import styles from './LoginPage.module.css'

export type Notice = { type: 'info' | 'warning' | 'error'; text: string; retry?: () => void }

/** One place in the form for everything it has to say; the alert role makes it heard. */
export function LoginNotice({ notice }: { notice: Notice | undefined }) {
  if (!notice) return null
  const { type, text, retry } = notice
  const action = retry && (
    <Button size="small" onClick={retry}>
      {t('action.retry')}
    </Button>
  )
  return <Alert className={styles.notice ?? ''} type={type} title={text} showIcon role="alert" action={action} />
}
