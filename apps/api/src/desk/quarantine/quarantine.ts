// What other features may use of this one.
export { leaveQuarantine } from './leave.ts'
export { listFindings } from './list.ts'
export { type By, compareAll, readQuarantine, settleFindings } from './state.ts'
