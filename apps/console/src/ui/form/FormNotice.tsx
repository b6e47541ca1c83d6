import { Alert } from 'antd'
import styles from './FormNotice.module.css'

export type Notice = { type: 'info' | 'success' | 'warning' | 'error'; text: string }

/** The one place in a form for all its messages; the alert role makes screen readers read them. */
export const FormNotice = ({ notice }: { notice: Notice | undefined }) =>
  notice && <Alert className={styles.notice ?? ''} type={notice.type} title={notice.text} showIcon role="alert" />
