import { eventApi, type OperationRow } from '@paydesk/contract/intake/event'
import { canAccess } from '@paydesk/contract/lib/access'
import { operationKinds, operationStates } from '@paydesk/contract/paypal/operation'
import { Button, type TableProps } from 'antd'
import { useMemo } from 'react'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import { AccountFilter } from './AccountFilter.tsx'
import type { EventList } from './useEventList.ts'
import { canRetry, stateTones } from './wording.ts'

export function OperationsTab({ list }: { list: EventList }) {
  const user = useCurrentUser()
  const columns = useMemo(
    () => operationColumns(canAccess(user, eventApi.retry.permission)),
    [user],
  )
  const { accountId, state, kind, billId } = list.query
  const isFiltered = Boolean(accountId || state || kind || billId)
  return (
    <ApiTable
      endpoint={eventApi.operations}
      views="operation"
      list={list}
      label={t('event.tab.operations')}
      columns={columns}
      phone={[['kind', 'state'], ['bill', 'createdAt'], ['reason']]}
      filters={
        <>
          <AccountFilter
            value={accountId}
            onChange={(next) => list.setFilter({ accountId: next })}
          />
          <SelectFilter
            label={t('operation.state')}
            all={t('operation.state.all')}
            value={state}
            options={operationStates.map((value) => ({
              value,
              label: t(`operation.state.${value}`),
            }))}
            onChange={(next) => list.setFilter({ state: next })}
          />
          <SelectFilter
            label={t('operation.kind')}
            all={t('operation.kind.all')}
            value={kind}
            options={operationKinds.map((value) => ({
              value,
              label: t(`operation.kind.${value}`),
            }))}
            onChange={(next) => list.setFilter({ kind: next })}
          />
          {isFiltered && <Button onClick={list.clear}>{t('table.clearFilters')}</Button>}
        </>
      }
      empty={
        isFiltered
          ? {
              title: t('operation.none.filtered'),
              description: t('operation.none.filtered.description'),
            }
          : { title: t('operation.none'), description: t('operation.none.description') }
      }
    />
  )
}

const operationColumns = (mayRetry: boolean): NonNullable<TableProps<OperationRow>['columns']> => [
  {
    key: 'createdAt',
    title: t('operation.createdAt'),
    dataIndex: 'createdAt',
    render: (at: string) => <Time at={at} />,
  },
  {
    key: 'kind',
    title: t('operation.kind'),
    dataIndex: 'kind',
    render: (kind: OperationRow['kind']) => t(`operation.kind.${kind}`),
  },
  {
    key: 'state',
    title: t('operation.state'),
    dataIndex: 'state',
    render: (state: OperationRow['state']) => (
      <StatusTag tone={stateTones[state]}>{t(`operation.state.${state}`)}</StatusTag>
    ),
  },
  {
    key: 'bill',
    title: t('event.bill'),
    render: (_, { billId, billNumber }) => <BillLink billId={billId} number={billNumber} />,
  },
  { key: 'account', title: t('event.account'), dataIndex: 'accountLabel' },
  {
    key: 'actor',
    title: t('operation.actor'),
    dataIndex: 'actorName',
    render: (name: string) => name || t('operation.actor.system'),
  },
  { key: 'calls', title: t('operation.calls'), dataIndex: 'calls', align: 'end' },
  { key: 'looks', title: t('operation.looks'), dataIndex: 'looks', align: 'end' },
  {
    key: 'reason',
    title: t('operation.reason'),
    dataIndex: 'reason',
    render: (reason: string) => <bdi>{reason || '—'}</bdi>,
  },
  {
    key: 'dueAt',
    title: t('operation.dueAt'),
    render: (_, row) => (canRetry(row) ? <Time at={row.dueAt} /> : '—'),
  },
  {
    key: 'finishedAt',
    title: t('operation.finishedAt'),
    dataIndex: 'finishedAt',
    render: (at: string | null) => (at ? <Time at={at} /> : '—'),
  },
  ...(mayRetry
    ? [
        {
          title: t('table.actions'),
          fixed: 'end' as const,
          render: (_: unknown, row: OperationRow) => <Retry operation={row} />,
        },
      ]
    : []),
]

function Retry({ operation }: { operation: OperationRow }) {
  const possible = canRetry(operation)
  const retry = async () => {
    try {
      await call(eventApi.retry, { params: { id: operation.id } })
      feedback.message().success(t('operation.retry.done'))
    } catch {
      // The call has shown the error.
    }
    void refreshApi(eventApi.operations)
  }
  return (
    <LinkButton
      onClick={() => void retry()}
      disabled={!possible}
      title={t(possible ? 'operation.retry.hint' : 'operation.retry.over')}
    >
      {t('operation.retry')}
    </LinkButton>
  )
}
