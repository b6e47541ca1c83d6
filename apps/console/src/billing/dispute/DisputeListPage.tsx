import { type DisputeRow, disputeApi, disputeStates } from '@paydesk/contract/billing/dispute'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { Suspense, useMemo } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import { anyId, isFiltered } from '../../lib/listQuery.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { useListQuery } from '../../ui/table/useListQuery.ts'
import { choiceFilter } from '../../ui/workspace/filters.tsx'
import { ListWorkspace } from '../../ui/workspace/ListWorkspace.tsx'
import { usePanel } from '../../ui/workspace/usePanel.ts'
import { WorkspacePage } from '../../ui/workspace/WorkspacePage.tsx'
import { disputeColumns } from './columns.tsx'
import { DisputeCard } from './DisputeCard.tsx'

const DisputePage = lazyPage(() => import('./DisputePage.tsx'))
const DisputePanel = lazyPage(() => import('./DisputePanel.tsx'))

const filters = { state: disputeStates, accountId: anyId } as const
const pageSize = 20
const nameOf = ({ providerDisputeId }: DisputeRow) => providerDisputeId
const card = (dispute: DisputeRow) => <DisputeCard dispute={dispute} />

/**
 * Open disputes come first, the soonest deadline first; the one that is open stands beside them.
 */
export default function DisputeListPage({ name }: { name: RouteName }) {
  const list = useListQuery(filters, pageSize)
  const panel = usePanel(paths.dispute, paths.disputeList())
  const columns = useMemo(disputeColumns, [])
  const accounts = useAccountNames()
  if (panel.asPage && panel.id)
    return (
      <Suspense>
        <DisputePage name={name} id={panel.id} back={panel.back} />
      </Suspense>
    )
  const { state, accountId } = list.query
  return (
    <WorkspacePage name="finance.dispute">
      <ListWorkspace
        endpoint={disputeApi.list}
        views="dispute"
        label={t('dispute.list')}
        list={list}
        panel={panel}
        tabs={{
          label: t('dispute.state'),
          active: state ?? 'all',
          items: ['all' as const, ...disputeStates].map((key) => ({
            key,
            label: t(`dispute.state.${key}`),
          })),
          onChange: (key) => list.setFilter({ state: disputeStates.find((one) => one === key) }),
        }}
        filters={choiceFilter({
          key: 'accountId',
          label: t('dispute.account'),
          value: accountId,
          options: accounts,
          onChange: (next) => list.setFilter({ accountId: next }),
        })}
        columns={columns}
        nameOf={nameOf}
        card={card}
        empty={
          isFiltered(list.query)
            ? {
                title: t('dispute.none.filtered'),
                description: t('dispute.none.filtered.description'),
              }
            : { title: t('dispute.none'), description: t('dispute.none.description') }
        }
        record={(of) => <DisputePanel {...of} panel={panel} />}
      />
    </WorkspacePage>
  )
}

/** For those who may read the accounts; others have no names to choose from. */
function useAccountNames() {
  const may = canAccess(useCurrentUser(), paypalAccountApi.list.permission)
  const { data } = useApi(paypalAccountApi.list, { query: { pageSize: 100 } }, { enabled: may })
  return may ? (data?.list ?? []).map(({ id, label }) => ({ value: id, label })) : undefined
}
