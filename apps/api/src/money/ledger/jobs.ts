import { verifierJobs } from '../../office/health/health.ts'
import { ledgerChecks } from './verify.ts'

export const ledgerJobs = verifierJobs('ledger', ledgerChecks)
