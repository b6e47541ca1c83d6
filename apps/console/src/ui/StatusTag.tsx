import styles from './StatusTag.module.css'

/** Colours of product §10. */
export type Tone = 'grey' | 'blue' | 'darkBlue' | 'green' | 'amber' | 'red' | 'struck'

/** A state as colour and word, never as colour alone. */
export const StatusTag = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`${styles.tag} ${styles[tone]}`}>
    <bdi>{children}</bdi>
  </span>
)
