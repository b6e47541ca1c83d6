import { billJobs } from './billing/bill/jobs.ts'
import { disputeJobs } from './billing/dispute/jobs.ts'
import { refundJobs } from './billing/refund/jobs.ts'
import { ruleJobs } from './desk/rule/jobs.ts'
import { eventJobs } from './intake/event/jobs.ts'
import type { Job } from './lib/job.ts'
import { transactionJobs } from './money/transaction/jobs.ts'
import { auditJobs } from './office/audit/jobs.ts'
import { messageJobs } from './office/message/jobs.ts'
import { operationJobs } from './paypal/operation/jobs.ts'
import { paypalAccountJobs } from './paypal/paypalAccount/jobs.ts'
import { noticeJobs } from './people/notice/jobs.ts'
import { sessionJobs } from './people/session/jobs.ts'

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
