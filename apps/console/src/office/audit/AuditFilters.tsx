import { canAccess } from '@paydesk/contract/lib/access'
import { personText } from '@paydesk/contract/lib/record'
import { auditActions, auditEntities } from '@paydesk/contract/office/auditLog'
import { userApi } from '@paydesk/contract/people/user'
import { Button, Checkbox } from 'antd'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { filtersOf } from '../../lib/listQuery.ts'
import { DaysFilter } from '../../ui/table/DaysFilter.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import type { AuditList } from './useAuditList.ts'
import { actionText, entityText } from './wording.ts'

export function AuditFilters({ list }: { list: AuditList }) {
  const user = useCurrentUser()
  const filters = filtersOf(list.query)
  const { actorId, entity, action, security, from, to } = filters
  return (
    <>
      <DaysFilter label={t('audit.at')} from={from} to={to} onChange={list.setFilter} />
      {canAccess(user, userApi.tree.permission) && (
        <ActorFilter value={actorId} onChange={(next) => list.setFilter({ actorId: next })} />
      )}
      <SelectFilter
        label={t('audit.object')}
        all={t('audit.allObjects')}
        value={entity}
        options={auditEntities.map((value) => ({ value, label: entityText(value) }))}
        onChange={(next) =>
          list.setFilter({ entity: next, action: undefined, entityId: undefined })
        }
      />
      <SelectFilter
        label={t('audit.action')}
        all={t('audit.allActions')}
        value={action}
        options={auditActions
          .filter((value) => !entity || value.startsWith(`${entity}.`))
          .map((value) => ({ value, label: actionText(value) }))}
        onChange={(next) => list.setFilter({ action: next })}
        search
      />
      <Checkbox
        checked={security === 'true'}
        onChange={({ target }) => list.setFilter({ security: target.checked ? 'true' : undefined })}
      >
        {t('audit.security')}
      </Checkbox>
      {Object.keys(filters).length > 0 && (
        <Button onClick={list.clear}>{t('table.clearFilters')}</Button>
      )}
    </>
  )
}

/**
 * Lists the company's users. A super admin of another company who acted here is not among them and
 * gets an option of their own.
 */
function ActorFilter({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const { data } = useApi(userApi.tree, {})
  const options = (data?.list ?? []).map(({ id, name, username }) => ({
    value: id,
    label: personText(name, username),
  }))
  const isOutside =
    value !== undefined && data !== undefined && !options.some((option) => option.value === value)
  return (
    <SelectFilter
      label={t('audit.actor')}
      all={t('audit.allActors')}
      value={data ? value : undefined}
      options={isOutside ? [...options, { value, label: t('audit.outsider') }] : options}
      onChange={onChange}
      search
    />
  )
}
