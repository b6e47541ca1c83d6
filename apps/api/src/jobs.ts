import { auditJobs } from './audit/jobs.ts'
import { billJobs } from './bill/jobs.ts'
import { disputeJobs } from './dispute/jobs.ts'
import { eventJobs } from './event/jobs.ts'
import type { Job } from './lib/job.ts'
import { messageJobs } from './message/jobs.ts'
import { noticeJobs } from './notice/jobs.ts'
import { operationJobs } from './operation/jobs.ts'
import { paypalAccountJobs } from './paypalAccount/jobs.ts'
import { refundJobs } from './refund/jobs.ts'
import { ruleJobs } from './rule/jobs.ts'
import { sessionJobs } from './session/jobs.ts'
import { transactionJobs } from './transaction/jobs.ts'

/** Every kind of background work: the worker runs them, the migration makes their queues. */
export const allJobs: Job[] = [
  ...sessionJobs,
  ...auditJobs,
  ...messageJobs,
  ...noticeJobs,
  ...paypalAccountJobs,
  ...operationJobs,
  ...billJobs,
  ...refundJobs,
  ...disputeJobs,
  ...eventJobs,
  ...transactionJobs,
  ...ruleJobs,
]
