import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { putApi, refreshApi } from '../../lib/api/query.ts'

/** Used after a refund was asked for or withdrawn: that call does not answer with the bill. */
export function refreshBill() {
  for (const endpoint of [billApi.read, billApi.list, billApi.counts, billApi.timeline])
    void refreshApi(endpoint)
}

/**
 * Used after an action of our own: the answer is in view at once, and everything else that shows
 * the bill is read again.
 */
export function showBill(bill: Bill) {
  putApi(billApi.read, { params: { id: bill.id } }, bill)
  for (const endpoint of [billApi.list, billApi.counts, billApi.timeline]) void refreshApi(endpoint)
}
