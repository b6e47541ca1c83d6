// What other features may use of this one.
export { type Applied, announceRows, applyRows, lockBooks } from './apply.ts'
export { matchTransactions } from './match.ts'
export { hurries, rowsOfEvent, type ToldRow } from './row.ts'
