// What other features may use of this one.
export { carryOutRefund } from './approved.ts'
export { refundSubject } from './perform.ts'
export { fromRefund, fromTransaction, refundsSeen } from './seen.ts'
