import type { RefundPreview } from '@paydesk/contract/billing/refund'
import { Alert } from 'antd'
import { formatMoney } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'
import { DisputeLink } from '../../../shared/dispute/DisputeLink.tsx'

/**
 * PayPal keeps its fee of a refunded payment, so the dialog says beforehand, in
 * figures, what is left.
 */
export function RefundConsequence({
  preview,
  amountMinor,
}: {
  preview: RefundPreview
  amountMinor: number
}) {
  const { feeMinor, keptMinor, approvalNeeded, thresholdMinor, disputeId, currency } = preview
  const money = (amount: number) => formatMoney({ amountMinor: amount, currency }, locale)
  return (
    <Alert
      type={approvalNeeded || disputeId ? 'warning' : 'info'}
      showIcon
      style={{ marginBlockEnd: 24 }}
      title={
        feeMinor === null || keptMinor === null
          ? t('bill.refund.fee.unknown')
          : t('bill.refund.fee', {
              fee: money(feeMinor),
              amount: money(amountMinor),
              kept: money(keptMinor),
            })
      }
      description={
        (approvalNeeded || disputeId) && (
          <>
            {approvalNeeded && (
              <div>
                {thresholdMinor === null
                  ? t('bill.refund.approval.always', { currency })
                  : t('bill.refund.approval', { threshold: money(thresholdMinor) })}
              </div>
            )}
            {disputeId && (
              <div>
                {t('bill.refund.disputed')}{' '}
                <DisputeLink id={disputeId}>{t('bill.refund.toDispute')}</DisputeLink>
              </div>
            )}
          </>
        )
      }
    />
  )
}
