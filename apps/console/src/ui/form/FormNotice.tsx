import { Alert } from 'antd'
import styles from './FormNotice.module.css'

export type Notice = { type: 'info' | 'success' | 'warning' | 'error'; text: string }

/** One place in a form for everything it has to say; the alert role makes it heard. */
export const FormNotice = ({ notice }: { notice: Notice | undefined }) =>
  notice && <Alert className={styles.notice ?? ''} type={notice.type} title={notice.text} showIcon role="alert" />
