// What other features may use of this one.
export { assertStillRefundable } from './ask.ts'
export { refundSubject, startRefund } from './perform.ts'
export { fromRefund, fromTransaction, type ReportedRow, recount, refundsSeen, type SeenRefund } from './seen.ts'
