import { Button } from 'antd'
import { t } from '../../lib/i18n.ts'
import { seededName } from '../../shared/role/seededName.ts'
import sticky from '../../ui/stickyBar.module.css'
import styles from './Matrix.module.css'
import { differenceOf } from './matrix.ts'
import type { MatrixState } from './useMatrix.ts'

/** Says in words what will be saved: it is easy to tick a box in the wrong column. */
export function SaveBar({
  state: { edits, conflicts, busy, save, discard },
}: {
  state: MatrixState
}) {
  if (edits.size === 0) return null
  const lines = [...edits.values()].map(({ base, wanted }) => {
    const { added, removed } = differenceOf(base.permissions, wanted)
    return t('role.change', {
      role: seededName(base.name),
      added: added.length,
      removed: removed.length,
      count: base.userCount,
    })
  })
  return (
    <div className={sticky.bar} role="status">
      <span className={styles.barText}>{lines.join(t('role.lineSeparator'))}</span>
      <Button onClick={discard} disabled={busy}>
        {t('form.discard')}
      </Button>
      <Button
        type="primary"
        loading={busy}
        disabled={conflicts.length > 0}
        onClick={() => void save()}
      >
        {t('form.save')}
      </Button>
    </div>
  )
}
