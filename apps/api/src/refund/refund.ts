// What other features may use of this one.
export { refundSubject, startRefund } from './perform.ts'
export { fromRefund, fromTransaction, type ReportedRow, recount, refundsSeen, type SeenRefund } from './seen.ts'
