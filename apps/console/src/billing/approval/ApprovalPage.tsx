import { type Approval, approvalApi } from '@paydesk/contract/billing/approval'
import { Tabs } from 'antd'
import { useMemo } from 'react'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { Page } from '../../ui/page/Page.tsx'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { useListQuery } from '../../ui/table/useListQuery.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { columnsOf } from './columns.tsx'
import { DecideDialog, type Decision } from './DecideDialog.tsx'

const filters = { tab: ['decided'] } as const

/** Refunds that wait for a second person, the oldest first; and refunds that were decided, the newest first. */
export default function ApprovalPage({ name }: { name: RouteName }) {
  const list = useListQuery(filters)
  const decided = list.query.tab === 'decided'
  const { doing, key, ask, onClosed } = useDialog<{ decision: Decision; approval: Approval }>()
  const columns = useMemo(() => columnsOf(decided, (decision, approval) => ask({ decision, approval })), [decided, ask])
  const { tab: _, ...query } = list.query
  const table = (
    <ApiTable
      endpoint={approvalApi.list}
      views="approval"
      list={list}
      query={{ ...query, decided }}
      label={t('approval.list')}
      columns={columns}
      empty={
        decided
          ? { title: t('approval.none.decided'), description: t('approval.none.decided.description') }
          : { title: t('approval.none'), description: t('approval.none.description') }
      }
    />
  )
  return (
    <Page name={name}>
      <Tabs
        activeKey={decided ? 'decided' : 'waiting'}
        destroyOnHidden
        onChange={(tab) => list.setFilter({ tab: tab === 'decided' ? 'decided' : undefined })}
        items={[
          { key: 'waiting', label: t('approval.waiting'), children: table },
          { key: 'decided', label: t('approval.decided'), children: table },
        ]}
      />
      {doing && <DecideDialog key={key} {...doing} onClosed={onClosed} />}
    </Page>
  )
}
