import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { putApi, refreshApi } from '../../lib/api/query.ts'

/** After a refund was asked for or withdrawn: its answer is not the bill. */
export function refreshBill() {
  for (const endpoint of [billApi.read, billApi.list, billApi.counts, billApi.timeline]) void refreshApi(endpoint)
}

/** After an action of our own: its answer is in view at once, and whatever else shows the bill is asked for again. */
export function showBill(bill: Bill) {
  putApi(billApi.read, { params: { id: bill.id } }, bill)
  for (const endpoint of [billApi.list, billApi.counts, billApi.timeline]) void refreshApi(endpoint)
}
