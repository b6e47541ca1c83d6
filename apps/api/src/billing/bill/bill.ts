// What other features may use of this one.
export { assertOwnCompany, cancelBill, remindBill } from './act.ts'
export { billValues, contentValues } from './content.ts'
export { addEntry, announceBill, announceBillsById } from './entry.ts'
export { fillFees, recountRows } from './fee.ts'
export { findBills } from './find.ts'
export { insertDrafts } from './insert.ts'
export { type AgeRow, ageingOf, ageOf } from './list/ageing.ts'
export { listBills } from './list/list.ts'
export { companyOf, freeNumbers, pushNumbers } from './number.ts'
export { billsOfCustomer } from './ofCustomer.ts'
export { startBillOperation } from './operation.ts'
export { isListing } from './payment.ts'
export {
  endsLook,
  type Failure,
  type InvoicesRead,
  mostUnclear,
  readInvoices,
  type Wanted,
} from './readInvoices.ts'
export { lockBill, noteAct, readBill } from './record.ts'
export {
  afterSnapshots,
  billsToSee,
  feeless,
  readRefunds,
  type ToSee,
  takeSeen,
  wantFees,
  wantRefresh,
} from './refresh.ts'
export { recountRefunds, reserveRefund } from './refunded.ts'
export { adoptInvoices, billsToCompare, endOvertaken } from './restored.ts'
export { applyInvoices } from './snapshot.ts'
export { billSubject } from './subject.ts'
export { changedCurrencies } from './total/problem.ts'
export { hasEmail, paymentEvent } from './visible.ts'
