import { Alert, Button } from 'antd'
import { t } from '../../lib/i18n.ts'
import styles from './ApiForm.module.css'

export type Difference = {
  label: string
  before: string
  theirs: string
  /** The value in the form, if it is neither of the two. */
  mine: string | undefined
}

type Props = { differences: Difference[]; onTheirs: () => void; onMine: () => void }

/**
 * Someone saved the same record first. The notice shows what they changed and offers a choice;
 * nothing is overwritten unseen.
 */
export function ConflictNotice({ differences, onTheirs, onMine }: Props) {
  return (
    <Alert
      className={styles.conflict ?? ''}
      type="warning"
      showIcon
      role="alert"
      title={t('conflict.title')}
      description={
        <>
          <Differences differences={differences} />
          <div className={styles.choices}>
            <Button onClick={onTheirs}>{t('conflict.theirs')}</Button>
            <Button onClick={onMine}>{t('conflict.mine')}</Button>
          </div>
        </>
      }
    />
  )
}

const Differences = ({ differences }: { differences: Difference[] }) => (
  <ul className={styles.differences}>
    {differences.map(({ label, before, theirs, mine }) => (
      <li key={label}>
        {t('conflict.field', { label })}{' '}
        <span className={styles.old}>{before || t('conflict.empty')}</span>
        {' → '}
        <strong>{theirs || t('conflict.empty')}</strong>
        {mine !== undefined && (
          <span> {t('conflict.yours', { value: mine || t('conflict.empty') })}</span>
        )}
      </li>
    ))}
  </ul>
)
