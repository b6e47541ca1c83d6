import type zh from '../../zh-CN/people/notificationChoice.ts'

const texts: Record<keyof typeof zh, string> = {
  'notification.explain':
    'Choose which messages you want to receive, and how. Notices appear at the top right and on the home page.',
  'notification.digest': 'Email delivery',
  'notification.digest.atOnce': 'Immediately',
  'notification.digest.daily': 'Daily digest at {hour}',
  'notification.digest.hint':
    'Emails about sign-ins from a new device are always sent immediately.',
  'notification.quiet': 'Quiet hours',
  'notification.quiet.hint':
    'No emails are sent during these hours; they are sent afterwards ({timezone}). Change your time zone in the basic settings.',
  'quiet.from': 'From',
  'quiet.to': 'Until',
  'quiet.none': 'None',
  'quiet.between': 'to',
  'quiet.invalid': 'Choose different start and end times, or leave both empty',
  'notification.kind': 'Message type',
  'notification.console': 'Notice',
  'notification.email': 'Email',
  'notification.nothing': 'No notification',
  'notification.kind.paymentReceived': 'Payment received',
  'notification.about.paymentReceived': 'A customer paid in full or in part',
  'notification.kind.billRefused': 'Bill action failed',
  'notification.about.billRefused':
    'PayPal did not accept sending, updating, reminding, canceling or recording a payment',
  'notification.kind.disputeOpened': 'New dispute',
  'notification.about.disputeOpened': 'A payer opened a dispute or chargeback',
  'notification.kind.disputeDeadline': 'Dispute deadline',
  'notification.about.disputeDeadline': 'A response is due soon',
  'notification.kind.approvalAsked': 'Waiting for approval',
  'notification.about.approvalAsked':
    'A refund or approval limit change waits for you, or your refund request was decided',
  'notification.kind.accountUnhealthy': 'PayPal account problem',
  'notification.about.accountUnhealthy':
    'PayPal limited an account, an account was disconnected, or its books or sync have a problem',
  'notification.kind.exceptionOverdue': 'Unmatched transactions overdue',
  'notification.about.exceptionOverdue': 'A payment stayed unmatched past the time limit',
  'notification.kind.rule': 'Rules',
  'notification.about.rule':
    'A rule failed, and the summaries, monthly statements and alerts that rules send you',
  'notification.kind.security': 'Security alarms',
  'notification.about.security': 'Many failed sign-ins, locked-out users, forged events',
  'notification.kind.newDevice': 'Sign-in from a new device',
  'notification.about.newDevice': 'Your account signed in from a new device or place',
}
export default texts
