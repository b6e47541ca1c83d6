import styles from './Icon.module.css'

/**
 * Lines on a field of 24 by 24. antd's icons bring their colour arithmetic and styles written by
 * script: 12 kB, for these few.
 */
const lines = {
  user: 'M12 12.2a4.6 4.6 0 1 0 0-9.2 4.6 4.6 0 0 0 0 9.2ZM3.4 21a8.6 8.6 0 0 1 17.2 0',
  lock: 'M4.5 10.6h15v10h-15ZM7.8 10.6V7a3.7 3.7 0 0 1 3.7-3.7h1A3.7 3.7 0 0 1 16.2 7v3.6M12 14.6v2.4',
  mobile: 'M6.3 2.5h11.4v19H6.3ZM11.9 18.2h.2',
  shield: 'M12 2.5 20 5.2v10.2L12 21.5 4 15.4V5.2ZM8.2 11l3 3.8L16 8.6',
  key: 'M14.5 16a6.5 6.5 0 1 0-5.3-2.7L2.8 19.7M4.6 17.9l2.3 2.3M7.3 15.2l2.1 2.1',
  login: 'M5.3 6.2a9.3 9.3 0 1 1 0 11.6M2 12h11M9.6 8.3 13.3 12l-3.7 3.7',
  globe:
    'M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19ZM12 2.5c-5.3 5.4-5.3 13.6 0 19 5.3-5.4 5.3-13.6 0-19ZM3.8 8h16.4M3.8 16h16.4',
  eye: 'M2 12c4.6-9 15.4-9 20 0-4.6 9-15.4 9-20 0ZM12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z',
  eyeClosed:
    'M9.9 5.5C14.6 4.5 19.5 6.7 22 12a14 14 0 0 1-3 4.2M15.6 18.3C10.6 20.2 4.9 18.1 2 ' +
    '12a14.3 14.3 0 0 1 4.2-5.2M9.7 9.7a3.2 3.2 0 0 0 4.6 4.6M3.5 3.5l17 17',
  close: 'M5 5l14 14M19 5 5 19',
}
/** Marks in white on a round field of the icon's colour. */
const marks = {
  success: 'M7.5 12.3l3.2 3.2 5.9-6.7',
  info: 'M12 11v6M12 7.3v.2',
  warning: 'M12 6.5v7M12 16.9v.2',
  error: 'M8.7 8.7l6.6 6.6M15.3 8.7l-6.6 6.6',
}

export type IconName = keyof typeof lines
export type Status = keyof typeof marks

export const Icon = ({ name }: { name: IconName }) => (
  <svg className={styles.icon} viewBox="1.5 1.5 21 21" aria-hidden="true">
    <path d={lines[name]} />
  </svg>
)

export const StatusIcon = ({ status }: { status: Status }) => (
  <svg className={`${styles.status} ${styles[status]}`} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="12" />
    <path d={marks[status]} />
  </svg>
)
