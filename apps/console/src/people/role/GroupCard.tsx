import type { PermissionGroup, PermissionRecord } from '@paydesk/contract/people/permissionGroup'
import { Button } from 'antd'
import { t } from '../../lib/i18n.ts'
import { seededName } from '../../shared/role/seededName.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { PermissionDoing } from './PermissionDialogs.tsx'
import styles from './Permissions.module.css'

type Props = {
  group: PermissionGroup
  permissions: PermissionRecord[]
  onDo: (doing: PermissionDoing) => void
}

export function GroupCard({ group, permissions, onDo }: Props) {
  const isEmpty = permissions.length === 0
  return (
    <section className={styles.card} aria-label={seededName(group.name)}>
      <div className={styles.head}>
        <h2 className={styles.title}>{seededName(group.name)}</h2>
        <span className={styles.facts}>
          {t('permissionGroup.facts', { count: permissions.length, sort: group.sort })}
        </span>
        <span className={styles.actions}>
          <LinkButton onClick={() => onDo({ what: 'editGroup', group })}>
            {t('action.edit')}
          </LinkButton>
          <LinkButton
            danger
            disabled={!isEmpty}
            {...(!isEmpty && { title: t('permissionGroup.delete.notEmpty') })}
            onClick={() => onDo({ what: 'deleteGroup', group })}
          >
            {t('action.delete')}
          </LinkButton>
          <Button size="small" onClick={() => onDo({ what: 'createPermission', group })}>
            {t('permission.create')}
          </Button>
        </span>
      </div>
      {isEmpty ? (
        <p className={styles.none}>{t('permission.empty')}</p>
      ) : (
        <section
          className={styles.scroll}
          aria-label={t('permission.of', { group: seededName(group.name) })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: only what takes the focus can be scrolled by keyboard
          tabIndex={0}
        >
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('permission.name')}</th>
                <th scope="col">{t('permission.labelZh')}</th>
                <th scope="col">{t('permission.labelEn')}</th>
                <th scope="col">{t('table.actions')}</th>
              </tr>
            </thead>
            <tbody>
              {permissions.map((permission) => (
                <PermissionRow key={permission.id} permission={permission} onDo={onDo} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

function PermissionRow({
  permission,
  onDo,
}: {
  permission: PermissionRecord
  onDo: (doing: PermissionDoing) => void
}) {
  const { name, labelZh, labelEn, builtIn } = permission
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>{' '}
        {builtIn && (
          <span title={t('permission.builtIn.why')}>
            <StatusTag tone="grey">{t('role.builtIn')}</StatusTag>
          </span>
        )}
      </th>
      <td lang="zh-CN">{labelZh}</td>
      <td lang="en">{labelEn}</td>
      <td>
        <span className={styles.actions}>
          <LinkButton onClick={() => onDo({ what: 'editPermission', permission })}>
            {t('action.edit')}
          </LinkButton>
          <LinkButton
            danger
            disabled={builtIn}
            {...(builtIn && { title: t('permission.builtIn.why') })}
            onClick={() => onDo({ what: 'deletePermission', permission })}
          >
            {t('action.delete')}
          </LinkButton>
        </span>
      </td>
    </tr>
  )
}
