// What other features may use of this one.
export { carryOutRefund } from './approved.ts'
export { refundSubject, startRefund } from './perform.ts'
export { fromRefund, fromTransaction, type ReportedRow, refundsSeen, type SeenRefund } from './seen.ts'
