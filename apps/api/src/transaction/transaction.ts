// What other features may use of this one.
export { readTransaction } from './read.ts'
export { ownColumns, rowColumns, rowTables } from './row.ts'
