import type { Approval, ApprovalState } from '@paydesk/contract/billing/approval'
import { personText } from '@paydesk/contract/lib/record'
import type { LimitChange } from '@paydesk/contract/people/limitChange'
import { t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { DisputeLink } from '../../shared/dispute/DisputeLink.tsx'
import { limitsText, whoseLimits } from '../../shared/limitChange/words.ts'
import { Money } from '../../ui/Money.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/workspace/column.ts'
import { settlementText } from './settlement.ts'

export const stateTones: Record<ApprovalState, Tone> = {
  waiting: 'amber',
  approved: 'green',
  rejected: 'red',
  withdrawn: 'struck',
}

/** Refunds that wait; of those that were decided, by whom and what became of them. */
export const approvalColumns = (decided: boolean): Column<Approval>[] => [
  {
    key: 'amount',
    title: t('approval.amount'),
    align: 'end',
    beside: true,
    render: ({ amountMinor, currency, billNumber }) => (
      <>
        <Money amountMinor={amountMinor} currency={currency} />
        <span className="visually-hidden"> {billNumber}</span>
      </>
    ),
  },
  {
    key: 'customer',
    title: t('approval.customer'),
    beside: true,
    grows: true,
    render: ({ customerName }) => <bdi>{customerName}</bdi>,
  },
  ...(decided ? [stateColumn()] : [disputeColumn()]),
  {
    key: 'requestedBy',
    title: t('approval.requestedBy'),
    beside: true,
    render: ({ requestedByName, requestedByUsername }) => (
      <bdi>{personText(requestedByName, requestedByUsername)}</bdi>
    ),
  },
  {
    key: 'reason',
    title: t('approval.reason'),
    grows: true,
    render: (approval) => {
      const text =
        approval.kind === 'settleRefund'
          ? `${settlementText(approval)} · ${approval.reason}`
          : approval.reason
      return <bdi title={text}>{text}</bdi>
    },
  },
  {
    key: 'bill',
    title: t('approval.bill'),
    render: ({ billId, billNumber }) => <BillLink billId={billId} number={billNumber} />,
  },
  {
    key: 'ofPayment',
    title: t('approval.ofPayment'),
    align: 'end',
    render: ({ paidMinor, currency }) =>
      paidMinor === null ? '—' : <Money amountMinor={paidMinor} currency={currency} />,
  },
  {
    key: 'createdAt',
    title: t('approval.createdAt'),
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  ...(decided ? decidedColumns() : []),
  {
    key: 'account',
    title: t('approval.account'),
    optional: true,
    render: ({ accountLabel }) => <bdi>{accountLabel}</bdi>,
  },
]

/** What one must know before deciding: PayPal refuses a part of a disputed payment. */
const disputeColumn = (): Column<Approval> => ({
  key: 'disputed',
  title: t('approval.state'),
  beside: true,
  render: ({ disputeId, obstacle }) =>
    disputeId ? (
      <DisputeLink id={disputeId}>
        <StatusTag tone="red">{t('approval.disputed')}</StatusTag>
      </DisputeLink>
    ) : (
      <StatusTag tone={obstacle === null ? 'amber' : 'grey'}>
        {obstacle === null || obstacle === 'decided'
          ? t('approval.state.waiting')
          : t(`approval.obstacle.${obstacle}.short`)}
      </StatusTag>
    ),
})

const stateColumn = (): Column<Approval> => ({
  key: 'state',
  title: t('approval.state'),
  beside: true,
  render: ({ state, refundState }) => (
    <StatusTag
      tone={stateTones[state]}
    >{`${t(`approval.state.${state}`)} · ${t(`approval.refundState.${refundState}`)}`}</StatusTag>
  ),
})

const decidedColumns = (): Column<Approval>[] => [
  {
    key: 'decidedBy',
    title: t('approval.decidedBy'),
    render: ({ decidedByName, decidedByUsername }) => (
      <bdi>{personText(decidedByName, decidedByUsername)}</bdi>
    ),
  },
  {
    key: 'decidedAt',
    title: t('approval.decidedAt'),
    render: ({ decidedAt }) => decidedAt && <Time at={decidedAt} />,
  },
  {
    key: 'note',
    title: t('approval.note'),
    grows: true,
    render: ({ note }) => <bdi title={note}>{note || '—'}</bdi>,
  },
]

export const limitColumns = (): Column<LimitChange>[] => [
  {
    key: 'whose',
    title: t('approval.limit.whose'),
    beside: true,
    grows: true,
    render: (change) => <bdi>{whoseLimits(change)}</bdi>,
  },
  {
    key: 'change',
    title: t('approval.limit.change'),
    grows: true,
    beside: true,
    render: ({ before, after, userName }) => {
      const whose = userName === null ? 'company' : 'user'
      return (
        <>
          {limitsText(before, whose)}
          <span aria-hidden> → </span>
          <span className="visually-hidden">{t('limitChange.to')}</span>
          <b>{limitsText(after, whose)}</b>
        </>
      )
    },
  },
  {
    key: 'requestedBy',
    title: t('approval.requestedBy'),
    beside: true,
    render: ({ askedByName, askedByUsername }) => (
      <bdi>{personText(askedByName, askedByUsername)}</bdi>
    ),
  },
  {
    key: 'createdAt',
    title: t('approval.createdAt'),
    render: ({ askedAt }) => <Time at={askedAt} />,
  },
]
