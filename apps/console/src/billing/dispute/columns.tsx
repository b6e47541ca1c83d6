import type { DisputeRow } from '@paydesk/contract/billing/dispute'
import { t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/workspace/column.ts'
import { Deadline } from './Deadline.tsx'
import { stateTones, wordOf } from './wording.ts'

const none = '—'

/** The usual columns in their order, then those that people add. */
export const disputeColumns = (): Column<DisputeRow>[] => [
  {
    key: 'reason',
    title: t('dispute.reason'),
    beside: true,
    render: ({ reason, providerDisputeId }) => (
      <>
        {wordOf('reason', reason)}
        <span className="visually-hidden"> {providerDisputeId}</span>
      </>
    ),
  },
  {
    key: 'buyer',
    title: t('dispute.buyer'),
    beside: true,
    grows: true,
    render: ({ buyerName, customerName }) => (
      <bdi title={customerName ?? ''}>{buyerName || customerName || none}</bdi>
    ),
  },
  {
    key: 'amount',
    title: t('dispute.amount'),
    align: 'end',
    beside: true,
    render: ({ amountMinor, currency }) =>
      amountMinor !== null && currency ? (
        <Money amountMinor={amountMinor} currency={currency} />
      ) : (
        none
      ),
  },
  {
    key: 'state',
    title: t('dispute.state'),
    beside: true,
    render: ({ state, outcome }) => (
      <StatusTag tone={stateTones[state]}>
        {outcome ? wordOf('outcome', outcome) : t(`dispute.state.${state}`)}
      </StatusTag>
    ),
  },
  {
    key: 'deadline',
    title: t('dispute.deadline'),
    beside: true,
    render: (dispute) => <Deadline dispute={dispute} short />,
  },
  { key: 'stage', title: t('dispute.stage'), render: ({ stage }) => wordOf('stage', stage) },
  {
    key: 'bill',
    title: t('dispute.bill'),
    render: ({ billId, billNumber }) => <BillLink billId={billId} number={billNumber} />,
  },
  {
    key: 'account',
    title: t('dispute.account'),
    render: ({ accountLabel }) => <bdi>{accountLabel}</bdi>,
  },
  {
    key: 'openedAt',
    title: t('dispute.openedAt'),
    render: ({ openedAt }) => <Time at={openedAt} />,
  },
  {
    key: 'id',
    title: t('dispute.id'),
    optional: true,
    render: ({ providerDisputeId }) => <bdi dir="ltr">{providerDisputeId}</bdi>,
  },
]
