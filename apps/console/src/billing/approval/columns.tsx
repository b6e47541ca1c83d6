import type { Approval, ApprovalState } from '@paydesk/contract/billing/approval'
import { personText } from '@paydesk/contract/lib/record'
import { Button, type TableProps } from 'antd'
import { formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { DisputeLink } from '../../shared/dispute/DisputeLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './ApprovalPage.module.css'
import type { Decision } from './DecideDialog.tsx'
import { settlementText } from './settlement.ts'

const tones: Record<ApprovalState, Tone> = { waiting: 'amber', approved: 'green', rejected: 'red', withdrawn: 'struck' }
type Columns = NonNullable<TableProps<Approval>['columns']>

export const columnsOf = (decided: boolean, onDecide: (decision: Decision, approval: Approval) => void): Columns => [
  {
    key: 'amount',
    title: t('approval.amount'),
    align: 'end',
    render: (_, { amountMinor, currency }) => (
      <strong>
        <Money amountMinor={amountMinor} currency={currency} />
      </strong>
    ),
  },
  { key: 'bill', title: t('approval.bill'), render: (_, { billId, billNumber }) => <BillLink billId={billId} number={billNumber} /> },
  { key: 'customer', title: t('approval.customer'), dataIndex: 'customerName', render: (name: string) => <bdi>{name}</bdi> },
  {
    key: 'reason',
    title: t('approval.reason'),
    render: (_, approval) => (
      <>
        {approval.kind === 'settleRefund' && <strong>{settlementText(approval)}</strong>}
        {approval.disputeId && !decided && (
          <DisputeLink id={approval.disputeId}>
            <StatusTag tone="red">{t('approval.disputed')}</StatusTag>
          </DisputeLink>
        )}
        <bdi className={styles.reason}>{approval.reason}</bdi>
      </>
    ),
  },
  { key: 'ofPayment', title: t('approval.ofPayment'), align: 'end', render: (_, approval) => <OfPayment approval={approval} /> },
  {
    key: 'requestedBy',
    title: t('approval.requestedBy'),
    render: (_, { requestedByName, requestedByUsername, createdAt }) => (
      <>
        <bdi>{personText(requestedByName, requestedByUsername)}</bdi>
        <span className={styles.second}>
          <Time at={createdAt} />
        </span>
      </>
    ),
  },
  { key: 'account', title: t('approval.account'), dataIndex: 'accountLabel', render: (label: string) => <bdi>{label}</bdi> },
  ...(decided
    ? decidedColumns()
    : [
        {
          title: t('table.actions'),
          fixed: 'end' as const,
          render: (_: unknown, row: Approval) => <Decide approval={row} onDecide={onDecide} />,
        },
      ]),
]

const decidedColumns = (): Columns => [
  {
    key: 'state',
    title: t('approval.state'),
    render: (_, { state, refundState }) => (
      <>
        <StatusTag tone={tones[state]}>{t(`approval.state.${state}`)}</StatusTag>
        <span className={styles.second}>{t(`approval.refundState.${refundState}`)}</span>
      </>
    ),
  },
  {
    key: 'decidedBy',
    title: t('approval.decidedBy'),
    render: (_, { decidedByName, decidedByUsername, decidedAt }) => (
      <>
        <bdi>{personText(decidedByName, decidedByUsername)}</bdi>
        <span className={styles.second}>{decidedAt && <Time at={decidedAt} />}</span>
      </>
    ),
  },
  {
    key: 'note',
    title: t('approval.note'),
    dataIndex: 'note',
    render: (note: string) => <bdi className={styles.reason}>{note || '—'}</bdi>,
  },
]

const OfPayment = ({ approval: { paidMinor, refundedMinor, currency } }: { approval: Approval }) =>
  paidMinor === null ? (
    '—'
  ) : (
    <>
      <Money amountMinor={paidMinor} currency={currency} />
      {refundedMinor !== null && refundedMinor > 0 && (
        <span className={styles.second}>
          {t('approval.ofPayment.refunded', { amount: formatMoney({ amountMinor: refundedMinor, currency }, locale) })}
        </span>
      )}
    </>
  )

function Decide({ approval, onDecide }: { approval: Approval; onDecide: (decision: Decision, approval: Approval) => void }) {
  const { obstacle, billNumber } = approval
  if (obstacle === 'own') return <span className={styles.second}>{t('approval.obstacle.own')}</span>
  const about = <span className="visually-hidden"> {billNumber}</span>
  return (
    <span className={styles.actions}>
      {obstacle === 'limit' || obstacle === 'newCredentials' || obstacle === 'newAsker' ? (
        <span className={styles.second}>{t(`approval.obstacle.${obstacle}`)}</span>
      ) : (
        <Button size="small" type="primary" onClick={() => onDecide('approve', approval)}>
          {t('approval.approve')}
          {about}
        </Button>
      )}
      <Button size="small" danger onClick={() => onDecide('reject', approval)}>
        {t('approval.reject')}
        {about}
      </Button>
    </span>
  )
}
