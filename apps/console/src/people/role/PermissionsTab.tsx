import { permissionApi, permissionGroupApi } from '@paydesk/contract/people/permissionGroup'
import { Button } from 'antd'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { SearchFilter } from '../../ui/table/SearchFilter.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { GroupCard } from './GroupCard.tsx'
import { inOrder } from './matrix.ts'
import { PermissionDialogs, type PermissionDoing } from './PermissionDialogs.tsx'
import styles from './Permissions.module.css'

/** The contract's largest page; nobody has more permission groups than that. */
const allGroups = 100

type Props = {
  platformId: number
  groupName: string | undefined
  onPlatform: (platformId: number) => void
  onGroupName: (name: string | undefined) => void
}

export function PermissionsTab({ platformId, groupName, onPlatform, onGroupName }: Props) {
  const everyPlatform = useApi(permissionGroupApi.list, { query: { pageSize: allGroups } })
  const groups = useApi(permissionGroupApi.list, {
    query: { platformId, name: groupName, pageSize: allGroups },
  })
  const permissions = useApi(permissionApi.index, { query: { platformId } })
  const { doing, key, ask, onClosed } = useDialog<PermissionDoing>()
  const platforms = [
    ...new Set([
      1,
      platformId,
      ...(everyPlatform.data?.list ?? []).map((group) => group.platformId),
    ]),
  ].sort((a, b) => a - b)
  const isLoaded = groups.data && permissions.data
  return (
    <>
      <div className={styles.filters}>
        <SelectFilter
          label={t('permission.platform')}
          all={platformText(1)}
          value={String(platformId)}
          options={platforms.map((value) => ({ value: String(value), label: platformText(value) }))}
          onChange={(next) => onPlatform(Number(next ?? 1))}
        />
        <SearchFilter label={t('permissionGroup.name')} value={groupName} onChange={onGroupName} />
        <Button
          type="primary"
          className={styles.create ?? ''}
          onClick={() => ask({ what: 'createGroup', platformId })}
        >
          {t('permissionGroup.create')}
        </Button>
      </div>
      {isLoaded ? (
        <div className={styles.groups} aria-busy={groups.isFetching}>
          {groups.data.list.map((group) => (
            <GroupCard
              key={group.id}
              group={group}
              permissions={inOrder(
                permissions.data.list.filter(({ groupId }) => groupId === group.id),
              )}
              onDo={ask}
            />
          ))}
          {groups.data.list.length === 0 && (
            <p className={styles.none}>
              {groupName ? t('permissionGroup.empty.filtered') : t('permissionGroup.empty')}
            </p>
          )}
        </div>
      ) : (
        <LoadState
          failed={(groups.error ?? permissions.error) !== null}
          onRetry={() => void Promise.all([groups.refetch(), permissions.refetch()])}
        />
      )}
      <PermissionDialogs
        key={key}
        doing={doing}
        groups={everyPlatform.data?.list ?? []}
        onClosed={onClosed}
      />
    </>
  )
}

const platformText = (id: number) =>
  id === 1 ? t('permission.platform.console') : t('permission.platform.other', { id })
