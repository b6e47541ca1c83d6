import { disputeKinds, type OperationKind } from '@paydesk/contract/paypal/operation'
import { billSubject } from './billing/bill/bill.ts'
import { billJobs } from './billing/bill/jobs.ts'
import { disputeSubject, remindDisputes } from './billing/dispute/dispute.ts'
import { disputeJobs } from './billing/dispute/jobs.ts'
import { recordingJobs } from './billing/reconciliation/recordByItself.ts'
import { remindExceptions } from './billing/reconciliation/remind.ts'
import { refundJobs } from './billing/refund/jobs.ts'
import { refundSubject } from './billing/refund/refund.ts'
import { problemJobs } from './desk/problem/jobs.ts'
import { quarantineJobs } from './desk/quarantine/jobs.ts'
import { ruleJobs } from './desk/rule/jobs.ts'
import { eventJobs } from './intake/event/jobs.ts'
import { reportingJobs } from './intake/reporting/jobs.ts'
import { deadLetterQueue, type Job } from './lib/job.ts'
import { ledgerJobs } from './money/ledger/jobs.ts'
import { transactionJobs } from './money/transaction/jobs.ts'
import { auditJobs } from './office/audit/jobs.ts'
import { messageJobs } from './office/message/jobs.ts'
import { operationJobs } from './paypal/operation/jobs.ts'
import { paypalAccountJobs } from './paypal/paypalAccount/jobs.ts'
import { noticeJobs } from './people/notice/jobs.ts'
import { securityEventJobs } from './people/securityEvent/jobs.ts'
import { sessionJobs } from './people/session/jobs.ts'

/** What each kind of call to PayPal is about. */
const isAnswer = (kind: OperationKind) => disputeKinds.some((answer) => answer === kind)
const subjectOf = (kind: OperationKind) =>
  kind === 'refundPayment' ? refundSubject : isAnswer(kind) ? disputeSubject : billSubject

/** Every kind of background work: the worker runs them, the migration makes their queues. */
export const allJobs: Job[] = [
  ...sessionJobs,
  ...securityEventJobs,
  ...auditJobs,
  ...messageJobs,
  ...noticeJobs([remindDisputes, remindExceptions]),
  ...paypalAccountJobs,
  ...operationJobs(subjectOf),
  ...billJobs,
  ...recordingJobs,
  ...refundJobs,
  ...disputeJobs,
  ...eventJobs,
  ...ledgerJobs,
  ...transactionJobs,
  ...reportingJobs,
  ...ruleJobs,
  ...problemJobs,
  ...quarantineJobs,
]

/** Where they wait, and where those lie that failed every time. */
export const queueNames: string[] = [deadLetterQueue, ...allJobs.map(({ name }) => name)]
