/**
 * `npm run mutants`: plants the list of faults made by hand; with `--changed` or `--files`,
 * mutants that the operators make.
 */
import { argv } from 'node:process'

const byOperators = argv.slice(2).some((word) => /^--(changed|files)\b/.test(word))
if (byOperators) await import('./changed.ts')
else await import('../mutants.ts')
