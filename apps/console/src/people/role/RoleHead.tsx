import { type Role, roleCan } from '@paydesk/contract/people/role'
import { t } from '../../lib/i18n.ts'
import { seededName } from '../../shared/role/seededName.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import styles from './Matrix.module.css'
import type { RoleDoing } from './RoleDialogs.tsx'

/** A role as the head of its column, with what can be done to it. */
export function RoleHead({ role, onDo }: { role: Role; onDo: (doing: RoleDoing) => void }) {
  const { code, builtIn, userCount } = role
  const name = seededName(role.name)
  return (
    <th scope="col" className={styles.role}>
      <span className={styles.roleName} title={seededName(role.description)}>
        {name}
      </span>
      <code className={styles.code}>{code}</code>
      <span className={styles.roleFacts}>
        {builtIn && <StatusTag tone="grey">{t('role.builtIn')}</StatusTag>}
        <span>{t('role.users', { count: userCount })}</span>
      </span>
      <span className={styles.roleActions}>
        <LinkButton onClick={() => onDo({ what: 'edit', role })}>
          {t('action.edit')}
          <span className="visually-hidden"> {name}</span>
        </LinkButton>
        <LinkButton
          danger
          disabled={!roleCan.delete(role)}
          {...(!roleCan.delete(role) && {
            title: builtIn
              ? t('role.delete.builtIn')
              : t('role.delete.inUse', { count: userCount }),
          })}
          onClick={() => onDo({ what: 'delete', role })}
        >
          {t('action.delete')}
          <span className="visually-hidden"> {name}</span>
        </LinkButton>
      </span>
    </th>
  )
}
