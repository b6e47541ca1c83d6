import type { Approval } from '@paydesk/contract/billing/approval'
import { personText } from '@paydesk/contract/lib/record'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { stateTones } from './columns.tsx'

/** A request in two lines: whose money and how much, who asked and what is known of it. */
export const ApprovalCard = ({ approval }: { approval: Approval }) => {
  const {
    customerName,
    amountMinor,
    currency,
    billNumber,
    requestedByName,
    requestedByUsername,
    state,
    disputeId,
  } = approval
  return (
    <>
      <bdi>{customerName}</bdi>
      <Money amountMinor={amountMinor} currency={currency} />
      <span>
        <bdi dir="ltr">{billNumber}</bdi> ·{' '}
        <bdi>{personText(requestedByName, requestedByUsername)}</bdi>
      </span>
      <span>
        {state === 'waiting' && disputeId ? (
          <StatusTag tone="red">{t('approval.disputed')}</StatusTag>
        ) : (
          <StatusTag tone={stateTones[state]}>{t(`approval.state.${state}`)}</StatusTag>
        )}
      </span>
    </>
  )
}
