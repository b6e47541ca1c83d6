import { toWire } from '@paydesk/paypal/money'
import { link } from '../http/link.ts'
import type { RefundRecord } from '../record/refund.ts'
import { instant } from '../world/clock.ts'
import { given } from '../world/given.ts'
import type { World } from '../world/world.ts'

export function renderRefund(
  world: World,
  refund: RefundRecord,
  minimal = false,
): Record<string, unknown> {
  const money = (amountMinor: number) => toWire({ currency: refund.currency, amountMinor })
  const links = [
    link(world, 'self', `/v2/payments/refunds/${refund.id}`),
    link(world, 'up', `/v2/payments/captures/${refund.captureId}`),
  ]
  if (minimal) return { id: refund.id, status: refund.status, links }
  return given({
    id: refund.id,
    status: refund.status,
    status_details: refund.status === 'PENDING' ? { reason: 'ECHECK' } : undefined,
    amount: money(refund.amountMinor),
    invoice_id: refund.invoiceId,
    custom_id: refund.customId,
    note_to_payer: refund.note,
    // The original fee is not given back, unless the account's terms say so (paypal §5.2).
    seller_payable_breakdown: {
      gross_amount: money(refund.amountMinor),
      paypal_fee: money(refund.feeReturnedMinor ?? 0),
      net_amount: money(refund.amountMinor - (refund.feeReturnedMinor ?? 0)),
      total_refunded_amount: money(refund.totalRefundedMinor),
    },
    create_time: instant(refund.createdAt),
    update_time: instant(refund.updatedAt),
    links,
  })
}
