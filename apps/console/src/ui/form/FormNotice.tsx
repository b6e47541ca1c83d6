import { type Status, StatusIcon } from '../plain/Icon.tsx'
import styles from './FormNotice.module.css'

export type Notice = { type: Status; text: string }

/** The one place in a form for all its messages; the alert role makes screen readers read them. */
export const FormNotice = ({ notice }: { notice: Notice | undefined }) =>
  notice && (
    <div className={`${styles.notice} ${styles[notice.type]}`} role="alert">
      <StatusIcon status={notice.type} />
      <span>{notice.text}</span>
    </div>
  )
