import type { DisputeRow } from '@paydesk/contract/billing/dispute'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Deadline } from './Deadline.tsx'
import { stateTones, wordOf } from './wording.ts'

/** A dispute in two lines: who and how much, why and how long there is for an answer. */
export const DisputeCard = ({ dispute }: { dispute: DisputeRow }) => {
  const { buyerName, customerName, amountMinor, currency, state, reason } = dispute
  return (
    <>
      <bdi>{buyerName || customerName || '—'}</bdi>
      <span>
        {amountMinor !== null && currency && (
          <Money amountMinor={amountMinor} currency={currency} />
        )}
      </span>
      <span>
        {wordOf('reason', reason)} · <Deadline dispute={dispute} short />
      </span>
      <span>
        <StatusTag tone={stateTones[state]}>{t(`dispute.state.${state}`)}</StatusTag>
      </span>
    </>
  )
}
