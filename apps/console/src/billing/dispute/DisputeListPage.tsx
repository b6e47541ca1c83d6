import { type DisputeRow, disputeApi, disputeStates } from '@paydesk/contract/billing/dispute'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { Button, type TableProps } from 'antd'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { anyId } from '../../lib/listQuery.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import { useListQuery } from '../../ui/table/useListQuery.ts'
import { Deadline } from './Deadline.tsx'
import styles from './Dispute.module.css'
import { stateTones, wordOf } from './wording.ts'

const filters = { state: disputeStates, accountId: anyId } as const

/** Open disputes come first, the soonest deadline first. */
export default function DisputeListPage({ name }: { name: RouteName }) {
  const list = useListQuery(filters)
  const { state, accountId } = list.query
  const user = useCurrentUser()
  const isFiltered = Boolean(state || accountId)
  return (
    <Page name={name}>
      <ApiTable
        endpoint={disputeApi.list}
        views="dispute"
        list={list}
        label={t('dispute.list')}
        columns={columns()}
        filters={
          <>
            <SelectFilter
              label={t('dispute.state')}
              all={t('dispute.state.all')}
              value={state}
              options={disputeStates.map((value) => ({ value, label: t(`dispute.state.${value}`) }))}
              onChange={(next) => list.setFilter({ state: next })}
            />
            {canAccess(user, paypalAccountApi.list.permission) && (
              <AccountFilter value={accountId} onChange={(next) => list.setFilter({ accountId: next })} />
            )}
            {isFiltered && <Button onClick={list.clear}>{t('table.clearFilters')}</Button>}
          </>
        }
        empty={
          isFiltered
            ? { title: t('dispute.none.filtered'), description: t('dispute.none.filtered.description') }
            : { title: t('dispute.none'), description: t('dispute.none.description') }
        }
      />
    </Page>
  )
}

function AccountFilter({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const { data } = useApi(paypalAccountApi.list, { query: { pageSize: 100 } })
  const options = (data?.list ?? []).map(({ id, label }) => ({ value: id, label }))
  return (
    <SelectFilter
      label={t('dispute.account')}
      all={t('dispute.account.all')}
      value={data ? value : undefined}
      options={options}
      onChange={onChange}
      search
    />
  )
}

const columns = (): NonNullable<TableProps<DisputeRow>['columns']> => [
  {
    key: 'deadline',
    title: t('dispute.deadline'),
    render: (_, dispute) => (
      <Link to={paths.dispute(dispute.id)}>
        <Deadline dispute={dispute} />
      </Link>
    ),
  },
  {
    key: 'state',
    title: t('dispute.state'),
    render: (_, { state, outcome }) => (
      <>
        <StatusTag tone={stateTones[state]}>{t(`dispute.state.${state}`)}</StatusTag>
        {outcome && <span className={styles.second}>{wordOf('outcome', outcome)}</span>}
      </>
    ),
  },
  {
    key: 'amount',
    title: t('dispute.amount'),
    align: 'end',
    render: (_, { amountMinor, currency }) =>
      amountMinor !== null && currency ? <Money amountMinor={amountMinor} currency={currency} /> : '—',
  },
  {
    key: 'reason',
    title: t('dispute.reason'),
    render: (_, { reason, stage }) => (
      <>
        {wordOf('reason', reason)}
        <span className={styles.second}>{wordOf('stage', stage)}</span>
      </>
    ),
  },
  {
    key: 'buyer',
    title: t('dispute.buyer'),
    render: (_, { buyerName, customerName }) => (
      <>
        <bdi>{buyerName || '—'}</bdi>
        {customerName && <span className={styles.second}>{customerName}</span>}
      </>
    ),
  },
  { key: 'bill', title: t('dispute.bill'), render: (_, { billId, billNumber }) => <BillLink billId={billId} number={billNumber} /> },
  { key: 'account', title: t('dispute.account'), dataIndex: 'accountLabel', render: (label: string) => <bdi>{label}</bdi> },
  { key: 'openedAt', title: t('dispute.openedAt'), dataIndex: 'openedAt', render: (at: string) => <Time at={at} /> },
  {
    title: t('table.actions'),
    fixed: 'end',
    render: (_, { id, providerDisputeId }) => (
      <Link to={paths.dispute(id)}>
        {t('dispute.open')}
        <span className="visually-hidden"> {providerDisputeId}</span>
      </Link>
    ),
  },
]
