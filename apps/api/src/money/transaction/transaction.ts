// What other features may use of this one.

export { hurrySync } from '../../intake/reporting/lease.ts'
export { type Applied, announceRows, applyRows, lockBooks } from './apply.ts'
export { ownColumns, rowColumns, rowTables, unexplained } from './columns.ts'
export { type Fee, type Fees, feeKey, feesOfRows, readFeesOf, writeFees } from './fee.ts'
export { listTransactions } from './list.ts'
export { matchBills, matchTransactions } from './match.ts'
export { readTransaction } from './read.ts'
export { matchLater } from './rematch.ts'
export { hurries, rowsOfEvent, type ToldRow } from './row.ts'
