import { auditLogApi } from '@paydesk/contract/office/auditLog'
import { useMemo } from 'react'
import { t } from '../../lib/i18n.ts'
import { filtersOf, isFiltered } from '../../lib/listQuery.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { Page } from '../../ui/page/Page.tsx'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { ExportButton } from '../../ui/table/ExportButton.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { auditColumns } from './columns.tsx'
import { EntryDetail } from './EntryDetail.tsx'
import { useAuditList } from './useAuditList.ts'

export default function AuditLogPage({ name }: { name: RouteName }) {
  const list = useAuditList()
  const columns = useMemo(
    () =>
      auditColumns({
        onActor: (actorId) => list.setFilter({ actorId }),
        onEntity: (entity, entityId) => list.setFilter({ entity, entityId, action: undefined }),
      }),
    [list.setFilter],
  )
  return (
    <Page
      name={name}
      extra={
        <ExportButton
          endpoint={auditLogApi.export}
          filter={filtersOf(list.request)}
          fileName={t(`menu.${name}`)}
        />
      }
    >
      <ApiTable
        endpoint={auditLogApi.list}
        views="auditLog"
        list={list}
        query={list.request}
        label={t(`menu.${name}`)}
        columns={columns}
        phone={[
          ['action', 'at'],
          ['object', 'actor'],
        ]}
        expandable={{ expandedRowRender: (entry) => <EntryDetail entry={entry} /> }}
        filters={<AuditFilters list={list} />}
        empty={
          isFiltered(list.query)
            ? {
                title: t('audit.empty.filtered'),
                description: t('audit.empty.filtered.description'),
              }
            : { title: t('audit.none'), description: t('audit.none.description') }
        }
      />
    </Page>
  )
}
