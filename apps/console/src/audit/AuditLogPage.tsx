import { auditLogApi } from '@paydesk/contract/auditLog'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { download } from '../lib/download.ts'
import { t } from '../lib/i18n.ts'
import type { RouteName } from '../lib/routeName.ts'
import { ApiTable } from '../ui/ApiTable.tsx'
import { Page } from '../ui/Page.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { auditColumns } from './columns.tsx'
import { EntryDetail } from './EntryDetail.tsx'
import { type AuditList, useAuditList } from './useAuditList.ts'

export default function AuditLogPage({ name }: { name: RouteName }) {
  const list = useAuditList()
  const isFiltered = Object.keys(list.query).length > 2
  const columns = useMemo(
    () =>
      auditColumns({
        onActor: (actorId) => list.setFilter({ actorId }),
        onEntity: (entity, entityId) => list.setFilter({ entity, entityId, action: undefined }),
      }),
    [list.setFilter],
  )
  return (
    <Page name={name} extra={<ExportButton list={list} />}>
      <ApiTable
        endpoint={auditLogApi.list}
        views="auditLog"
        list={list}
        query={list.request}
        label={t(`menu.${name}`)}
        columns={columns}
        expandable={{ expandedRowRender: (entry) => <EntryDetail entry={entry} /> }}
        filters={<AuditFilters list={list} />}
        empty={
          isFiltered
            ? { title: t('audit.empty.filtered'), description: t('audit.empty.filtered.description') }
            : { title: t('audit.none'), description: t('audit.none.description') }
        }
      />
    </Page>
  )
}

/** Exactly what the filters show, all pages of it. */
function ExportButton({ list }: { list: AuditList }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const { current: _, pageSize: __, ...query } = list.request
    await download(auditLogApi.export, { query }, 'audit-log.csv')
    setBusy(false)
  }
  return (
    <Button loading={busy} onClick={() => void save()}>
      {t('audit.export')}
    </Button>
  )
}
