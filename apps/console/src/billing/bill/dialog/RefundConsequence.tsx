import type { RefundPreview } from '@paydesk/contract/billing/refund'
import { Alert } from 'antd'
import { formatMoney } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'

/** PayPal keeps its fee of a refunded payment, so the dialog says beforehand, in figures, what is left. */
export function RefundConsequence({ preview, amountMinor }: { preview: RefundPreview; amountMinor: number }) {
  const { feeMinor, keptMinor, approvalNeeded, thresholdMinor, disputed, currency } = preview
  const money = (amount: number) => formatMoney({ amountMinor: amount, currency }, locale)
  return (
    <Alert
      type={approvalNeeded || disputed ? 'warning' : 'info'}
      showIcon
      style={{ marginBlockEnd: 24 }}
      title={
        feeMinor === null || keptMinor === null
          ? t('bill.refund.fee.unknown')
          : t('bill.refund.fee', { fee: money(feeMinor), amount: money(amountMinor), kept: money(keptMinor) })
      }
      description={
        (approvalNeeded || disputed) && (
          <>
            {approvalNeeded && (
              <div>
                {thresholdMinor === null
                  ? t('bill.refund.approval.always', { currency })
                  : t('bill.refund.approval', { threshold: money(thresholdMinor) })}
              </div>
            )}
            {disputed && <div>{t('bill.refund.disputed')}</div>}
          </>
        )
      }
    />
  )
}
