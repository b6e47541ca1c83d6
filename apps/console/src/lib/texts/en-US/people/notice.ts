import { terms } from '@paydesk/contract/lib/termsEn'
import { securityChangeWords } from '@paydesk/contract/people/securityWords'
import { textsOf } from '../../words.ts'

/** Texts of notices, at the bell and on the home page. */
export default {
  'notice.newDevice': 'Sign-in from a new device',
  'notice.newDevice.detail': '{device}, address {address}',
  'notice.newDevice.hint':
    'If this was not you, change your password immediately and contact your administrator.',
  ...textsOf('notice.securityChange', securityChangeWords, 'en'),
  'notice.securityChange.detail': 'By {who}, {device}, {address}',
  'notice.securityChange.hint':
    'If neither you nor an administrator did this, contact your administrator immediately.',
  'notice.powerUsed.powerGiven': '{about} can now refund, approve or administer',
  'notice.powerUsed.accountConnected': 'PayPal account connected: {about}',
  'notice.powerUsed.accountRotated': 'Credentials of PayPal account “{about}” replaced',
  'notice.powerUsed.detail':
    'By {who}, from {address}. If you did not expect this, check immediately.',
  'notice.powerUsed.hint': 'View',
  'notice.securityAlarm.failedSignIns': 'Many failed sign-ins in a short time',
  'notice.securityAlarm.lockedOut': 'A user is locked out after too many failed attempts',
  'notice.securityAlarm.permissionRefused':
    'A user repeatedly attempted actions without permission',
  'notice.securityAlarm.webhookForged': 'Forged PayPal events received',
  'notice.securityAlarm.lockedOut.detail': '{who}, last from {address}',
  'notice.securityAlarm.detail': '{who}, {count} times, last from {address}',
  'notice.securityAlarm.hint':
    'Check the security events in the audit log, and ask the people concerned.',
  'notice.eventAlarm': 'An event does not match PayPal’s records: {label}',
  'notice.eventAlarm.detail': 'Event {id} ({type}) does not count toward any amount.',
  'notice.eventAlarm.hint':
    'Someone may have intercepted an event that PayPal sent to you. Open “Alarms” under “Events & operations” and follow the instructions.',
  'notice.accountStopped': 'PayPal account unavailable: {label}',
  'notice.accountStopped.limited': 'PayPal limited this account ({why}), so it cannot send bills.',
  'notice.accountStopped.disconnected':
    'This account is disconnected ({why}), so it cannot send bills.',
  'notice.accountStopped.said': 'PayPal’s message: {detail}',
  'notice.accountStopped.hint':
    'Bills do not move to other accounts automatically. See “PayPal accounts” for the reason, resolve it and resume the account, or pause it.',
  'notice.approvalAsked': 'Refund waiting for approval: {amount}',
  'notice.approvalAsked.detail':
    '{who} requests a refund of bill {number} and needs your approval.',
  'notice.approvalAsked.hint': 'Go to approvals',
  'notice.limitChangeAsked': 'Approval limit change waiting for confirmation',
  'notice.limitChangeAsked.user':
    '{who} requests a change to the approval limits of {name}. Another colleague must confirm it.',
  'notice.limitChangeAsked.company':
    '{who} requests a change to the company’s refund approval amounts. Another colleague must confirm it.',
  'notice.limitChangeAsked.hint': 'Go to confirm',
  'notice.limitChangeDecided.approved': 'Approval limit change approved',
  'notice.limitChangeDecided.rejected': 'Approval limit change rejected',
  'notice.limitChangeDecided.user': 'Approval limits of {name}, decided by {who}.',
  'notice.limitChangeDecided.company': 'The company’s refund approval amounts, decided by {who}.',
  'notice.limitChangeDecided.hint': 'View the limits',
  'notice.approvalDecided.approved': 'Refund approved: {amount}',
  'notice.approvalDecided.rejected': 'Refund rejected: {amount}',
  'notice.approvalDecided.detail': 'Bill {number}, approver {who}. {note}',
  'notice.approvalDecided.hint': 'View bill',
  'notice.disputeOpened': 'A buyer opened a dispute {amount}',
  'notice.disputeOpened.detail': 'Buyer {buyer}, bill {number}. Respond by {due}.',
  'notice.disputeOpened.hint': 'View dispute',
  'notice.problemFound.count': '{count} in total',
  'notice.problemFound.hint': 'View the cause and what to do',
  'notice.unread': 'Unread',
  'notice.paymentReceived': 'Payment received: {amount}',
  'notice.paymentReceived.detail': '{customer} paid bill {number}.',
  'notice.paymentReceived.hint': 'View bill',
  'notice.billProblem.currencyChanged': 'Currency of bill {number} changed on PayPal',
  'notice.billProblem.currencyChanged.detail':
    '{customer}: PayPal’s invoice now shows {amount}. Cancel this bill and create a new one.',
  'notice.billProblem.refundMadeAfterAll': 'PayPal shows that it made the refund of {amount}',
  'notice.billProblem.refundMadeAfterAll.detail':
    'Bill {number} ({customer}): two people had confirmed that there was no refund. Paydesk corrected this to match PayPal’s record.',
  'notice.billProblem.refundFailedAfterAll': 'PayPal shows that the refund of {amount} failed',
  'notice.billProblem.refundFailedAfterAll.detail':
    'Bill {number} ({customer}): two people had confirmed the refund. Paydesk corrected this to match PayPal’s record.',
  'notice.billProblem.hint': 'View bill',
  'notice.billRefused.send': 'Bill {number} could not be sent',
  'notice.billRefused.edit': 'Bill {number} could not be updated on PayPal',
  'notice.billRefused.remind': 'The reminder for bill {number} could not be sent',
  'notice.billRefused.cancel': 'Bill {number} could not be canceled on PayPal',
  'notice.billRefused.recordPayment':
    'The payment for bill {number} could not be recorded on PayPal',
  'notice.billRefused.refund': 'The refund for bill {number} failed',
  'notice.billRefused.totalDiffers': 'Bill {number} was updated, but PayPal’s total differs',
  'notice.billRefused.differs': '{customer}. PayPal’s total differs: {detail}',
  'notice.billRefused.detail': '{customer}. PayPal’s message: {detail}',
  'notice.billRefused.hint': 'View the reason and fix it',
  'notice.disputeDeadline': 'Dispute deadline approaching {amount}',
  'notice.disputeDeadline.detail':
    'Less than {hours} hours left. Buyer {buyer}, bill {number}. Respond by {due}.',
  'notice.disputeDeadline.hint': `${terms.respond} now`,
  'notice.exceptionOverdue':
    '{count, plural, one {# unmatched transaction is} other {# unmatched transactions are}} past the time limit',
  'notice.exceptionOverdue.detail': 'The oldest dates from {oldest}; the limit is {hours} hours.',
  'notice.exceptionOverdue.hint': 'Go to reconciliation',
  'notice.ruleFailed': 'Rule “{name}” failed',
  'notice.ruleFailed.nobody': 'All recipients are disabled, so there is no one to notify.',
  'notice.ruleFailed.noAccount': 'No PayPal account is available.',
  'notice.ruleFailed.internal': 'An internal error occurred. Contact your administrator.',
  'notice.ruleFailed.hint': 'View rule',
  'notice.dailySummary': 'Daily summary {day}',
  'notice.dailySummary.detail':
    'Collected {received}. New bills: {newBills}; overdue: {overdue}; unmatched transactions: {unexplained}; disputes to respond to: {disputes}.',
  'notice.dailySummary.hint': 'View home page',
  'notice.accountSilent': 'PayPal account “{label}” has had no data for a long time',
  'notice.accountSilent.detail': 'Last event or transaction: {since}.',
  'notice.accountSilent.hint': 'Check account',
  'notice.statementReady': 'Monthly statements for {month} are ready',
  'notice.statementReady.detail': 'One for each PayPal account, as PDF or XLSX.',
  'notice.statementReady.hint': 'Go to download',
  'notice.list': 'Notices',
  'notice.unreadOnly': 'Unread only',
  'notice.readAll': 'Mark all as read',
  'notice.markRead': 'Mark as read',
  'notice.markUnread': 'Mark as unread',
  'notice.none': 'No notices.',
  'notice.noneUnread': 'No unread notices.',
  'notice.more': 'Load more',
  'notice.settings': 'Notification settings',
}
