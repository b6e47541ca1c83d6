import { type Rule, ruleApi } from '@paydesk/contract/desk/rule'
import { Drawer, Table } from 'antd'
import { useState } from 'react'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { focusableScroll } from '../../ui/table/ApiTable.tsx'
import { TableState } from '../../ui/table/TableState.tsx'
import { runColumns } from './columns.tsx'

/**
 * When the rule ran and with which outcome. The page number is not in the URL, because the URL
 * belongs to the list.
 */
export function RunsDrawer({ rule, onClosed }: { rule: Rule; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [query, setQuery] = useState({ current: 1, pageSize: 10 })
  const { data, error, isPending, refetch } = useApi(ruleApi.runs, {
    params: { id: rule.id },
    query,
  })
  const setPage = (current: number, pageSize: number) => setQuery({ current, pageSize })
  const title = t('rule.runs.title', { name: rule.name })
  return (
    <Drawer
      open={open}
      title={title}
      size="min(860px, 100vw)"
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
    >
      <Table
        ref={focusableScroll(title)}
        bordered
        rowKey="id"
        size="middle"
        columns={runColumns()}
        dataSource={data?.list ?? []}
        scroll={{ x: 'max-content' }}
        locale={{
          emptyText: isPending ? (
            ' '
          ) : (
            <TableState
              failed={error !== null && !data}
              list={{ query, setPage, clear: () => setPage(1, 10) }}
              empty={{ title: t('rule.run.empty'), description: t('rule.run.empty.description') }}
              onRetry={refetch}
              pastEnd={false}
            />
          ),
        }}
        pagination={{
          ...query,
          total: data?.total ?? 0,
          onChange: setPage,
          hideOnSinglePage: true,
          placement: ['bottomEnd'],
        }}
      />
    </Drawer>
  )
}
