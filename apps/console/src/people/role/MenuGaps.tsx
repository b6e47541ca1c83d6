import type { MenuGap } from '@paydesk/contract/lib/menu'
import type { Role } from '@paydesk/contract/people/role'
import { Alert } from 'antd'
import { t } from '../../lib/i18n.ts'
import { seededName } from '../../shared/role/seededName.ts'
import styles from './Matrix.module.css'

type Props = { gaps: { role: Role; gaps: MenuGap[] }[]; words: (names: string[]) => string }

/**
 * A group's permission shows the group, a page's own opens the page: a role with one of the two
 * alone looks for something in vain.
 */
export function MenuGaps({ gaps, words }: Props) {
  const lines = gaps.flatMap(({ role, gaps: found }) =>
    found.map((gap) => ({
      key: `${role.id} ${gap.kind} ${gap.kind === 'empty' ? gap.group : ''}`,
      text:
        gap.kind === 'empty'
          ? t('role.gap.empty', { role: seededName(role.name), group: words([gap.group]) })
          : t('role.gap.hidden', {
              role: seededName(role.name),
              pages: words(gap.pages),
              groups: words(gap.groups),
            }),
    })),
  )
  if (lines.length === 0) return null
  return (
    <Alert
      className={styles.gaps ?? ''}
      type="warning"
      showIcon
      role="status"
      title={t('role.gap')}
      description={
        <ul className={styles.gapList}>
          {lines.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      }
    />
  )
}
