// What other features may use of this one.
export { hurrySync } from './lease.ts'
export { readingProblems } from './problem.ts'
