// What other features may use of this one.
export { carryOutDecision } from './approved.ts'
export { refundSubject } from './perform.ts'
export { unknownRefunds } from './problem.ts'
export { fromRefund, fromTransaction, refundsSeen } from './seen.ts'
export { type RefundsRead, readRefundsSince, takeRefunds } from './since.ts'
