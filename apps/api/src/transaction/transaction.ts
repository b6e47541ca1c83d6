// What other features may use of this one.
export { type Applied, announceRows, applyRows, lockBooks } from './apply.ts'
export { ownColumns, rowColumns, rowTables } from './columns.ts'
export { hurrySync } from './lease.ts'
export { listTransactions } from './list.ts'
export { matchTransactions } from './match.ts'
export { readTransaction } from './read.ts'
export { matchLater } from './rematch.ts'
export { hurries, rowsOfEvent, type ToldRow } from './row.ts'
