/** Texts of the quarantine after a restore. */
export default {
  'quarantine.label': 'Quarantine notice',
  'quarantine.text':
    'This system was restored from a backup and is in quarantine. You can view and export, ' +
    'but nothing is submitted to PayPal, no email, text or chat message is sent, and rules ' +
    'are paused. A super admin ends the quarantine once everything has been compared with ' +
    'PayPal.',
  'quarantine.open': 'View progress',
  'quarantine.state': 'Current state',
  'quarantine.on': 'In quarantine',
  'quarantine.off': 'Running normally',
  'quarantine.on.means':
    'Nothing is submitted to PayPal, no messages are sent and rules are paused. Viewing, exporting and reading from PayPal go on.',
  'quarantine.off.means':
    'After a restore from a backup the system goes into quarantine automatically. The ' +
    'findings are then shown here, and the quarantine is ended here.',
  'quarantine.since': 'In quarantine since',
  'quarantine.restoredTo': 'Data restored to',
  'quarantine.why': 'Reason',
  'quarantine.leftAt': 'Ended',
  'quarantine.leftBy': 'Ended by',
  'quarantine.missing': 'Before the quarantine can end:',
  'quarantine.missing.comparing': 'Wait until every account has been compared with PayPal',
  'quarantine.missing.comparison':
    'Compare again: some accounts were last compared more than {minutes} minutes ago',
  'quarantine.missing.findings':
    '{count, plural, one {Confirm # finding} other {Confirm # findings}}',
  'quarantine.missing.nothing':
    'Every account has been compared and every finding confirmed. The quarantine can end.',
  'quarantine.compare': 'Compare again',
  'quarantine.compare.begun': 'Comparison started',
  'quarantine.leave': 'End quarantine',
  'quarantine.leave.title': 'End the quarantine?',
  'quarantine.leave.effect': 'All companies go back to normal work at once:',
  'quarantine.leave.operations':
    'Unfinished PayPal operations are looked up at PayPal first, and carried out only if they were not.',
  'quarantine.leave.messages':
    'Messages from before the quarantine may have gone out already and are not sent again. Messages written during it are sent.',
  'quarantine.leave.rules':
    'Rules start again at their next scheduled time. Missed runs are not made up.',
  'quarantine.leave.done': 'Quarantine ended',
  'quarantine.accounts': 'Comparison by account',
  'quarantine.accounts.none': 'There are no PayPal accounts to compare.',
  'quarantine.account.none': 'Waiting',
  'quarantine.account.comparing': 'Comparing',
  'quarantine.account.done': 'Compared',
  'quarantine.account.stale': 'Compare again',
  'quarantine.account.unreadable': 'Cannot be read',
  'quarantine.account.read': 'PayPal invoices read: {invoices}; bills checked: {bills}',
  'quarantine.stage.invoices': 'Reading PayPal invoices',
  'quarantine.stage.bills': 'Checking bills one by one',
  'quarantine.stage.refunds': 'Reading refunds',
  'quarantine.stage.disputes': 'Reading disputes',
  'quarantine.findings': 'Findings',
  'quarantine.findings.hint':
    'Somebody has to check findings “to confirm” at PayPal and say why nothing is left to do. Those “taken in” were updated automatically.',
  'quarantine.company': 'Company',
  'quarantine.company.all': 'All companies',
  'quarantine.kind': 'Kind',
  'quarantine.kind.all': 'All kinds',
  'quarantine.kind.adopted': 'Bill already at PayPal',
  'quarantine.kind.elsewhere': 'PayPal invoice without a bill',
  'quarantine.kind.changed': 'Bill changed',
  'quarantine.kind.refund': 'Refund',
  'quarantine.kind.dispute': 'Dispute',
  'quarantine.kind.operation': 'Operation with a result',
  'quarantine.kind.waiting': 'Operation waiting',
  'quarantine.kind.superseded': 'Change not submitted',
  'quarantine.kind.approval': 'Refund awaiting approval',
  'quarantine.kind.message': 'Message not sent again',
  'quarantine.kind.numbers': 'Bill numbers skipped',
  'quarantine.kind.unreadable': 'Not readable at PayPal',
  'quarantine.findingState': 'State',
  'quarantine.findingState.all': 'All',
  'quarantine.findingState.open': 'To confirm',
  'quarantine.findingState.seen': 'Confirmed',
  'quarantine.findingState.taken': 'Taken in',
  'quarantine.subject': 'Number',
  'quarantine.amount': 'Amount',
  'quarantine.what': 'At PayPal',
  'quarantine.account': 'PayPal account',
  'quarantine.foundAt': 'Found',
  'quarantine.seenBy': '{name}: {reason}',
  'quarantine.atPaypal': 'View at PayPal',
  'quarantine.what.adopted':
    'PayPal already has this invoice ({is}); the bill was linked to it. In the restored data it was “{was}”.',
  'quarantine.what.adopted.differs':
    'PayPal’s amount is {is}, in the restored data it is {was}. The bill was changed before ' +
    'it went out: check it against what the customer received.',
  'quarantine.what.elsewhere':
    'PayPal has this invoice ({is}) for {recipient}; the restored data does not. Money received for it is booked as that of an outside invoice.',
  'quarantine.what.elsewhere.nobody':
    'PayPal has this invoice ({is}); the restored data does not. Money received for it is booked as that of an outside invoice.',
  'quarantine.what.changed': 'Status changed from “{was}” to “{is}”',
  'quarantine.what.paid': 'paid {amount}',
  'quarantine.what.refunded': 'refunded {amount}',
  'quarantine.what.and': ', ',
  'quarantine.what.refund': 'A refund of bill {bill}: {is}.',
  'quarantine.what.dispute': 'Dispute status: {is}',
  'quarantine.what.operation': '{call}: {is}',
  'quarantine.what.waiting':
    '{call}: looked up when the quarantine ends, and carried out only if it was not.',
  'quarantine.what.superseded':
    'PayPal has a later version, so this change is not submitted. Check the bill.',
  'quarantine.what.overtaken': 'The operation that was under way was ended.',
  'quarantine.what.numbers': 'New bills are numbered after {last}.',
  'quarantine.what.approval.open':
    'Requested by {by}. It may already have been approved and paid: check at PayPal before you approve it.',
  'quarantine.what.approval.made':
    'Requested by {by}. PayPal has already paid this refund; approving it pays nothing again.',
  'quarantine.what.unreadable':
    'PayPal refuses to be read ({why}). Replace the credentials and compare again.',
  'quarantine.what.unreadable.INVOICE_NOT_SHOWN':
    'PayPal no longer shows this invoice. Check it at PayPal.',
  'quarantine.what.unreadable.UNCLEAR_ANSWER':
    'PayPal’s answer could not be read. Compare again, or check the invoice at PayPal.',
  'quarantine.what.unreadable.REFUND_NOT_SHOWN':
    'A refund was announced, but PayPal does not show it. Check the payment at PayPal before refunding it.',
  'quarantine.what.unreadable.EVENTS_TOO_OLD':
    'The restored moment is further back than PayPal keeps its notices. Check at PayPal which refunds were made since.',
  'quarantine.what.unreadable.EVENTS_NOT_TOLD':
    'PayPal sends no notices for this account, so refunds since the moment may be missing here. Check at PayPal which were made.',
  'quarantine.what.message': '{channel}: may have gone out already, not sent again.',
  'quarantine.invoice.DRAFT': 'draft',
  'quarantine.invoice.SCHEDULED': 'scheduled',
  'quarantine.invoice.SENT': 'sent',
  'quarantine.invoice.SHARED': 'shared as a link',
  'quarantine.invoice.UNPAID': 'unpaid',
  'quarantine.invoice.PAYMENT_PENDING': 'payment pending',
  'quarantine.invoice.PARTIALLY_PAID': 'partially paid',
  'quarantine.invoice.PAID': 'paid',
  'quarantine.invoice.MARKED_AS_PAID': 'marked as paid',
  'quarantine.invoice.PARTIALLY_REFUNDED': 'partially refunded',
  'quarantine.invoice.REFUNDED': 'refunded',
  'quarantine.invoice.MARKED_AS_REFUNDED': 'marked as refunded',
  'quarantine.invoice.CANCELLED': 'canceled',
  'quarantine.channel.mail': 'Email',
  'quarantine.channel.sms': 'Text message',
  'quarantine.channel.chat': 'Chat message',
  'quarantine.none': 'No findings',
  'quarantine.none.description':
    'Once accounts have been compared, what happened at PayPal after the restored moment is listed here.',
  'quarantine.none.filtered': 'No findings match',
  'quarantine.none.filtered.description': 'Change or clear the filters.',
  'quarantine.select': 'Select {name}',
  'quarantine.select.page': 'Select the findings to confirm on this page',
  'quarantine.selection': 'Selected findings',
  'quarantine.selection.count': '{count, plural, one {# selected} other {# selected}}',
  'quarantine.selection.clear': 'Clear selection',
  'quarantine.settle': 'Mark as confirmed',
  'quarantine.settle.title':
    '{count, plural, one {Mark # finding as confirmed?} other {Mark # findings as confirmed?}}',
  'quarantine.settle.effect':
    'This says that somebody has checked at PayPal and nothing is left to do. The reason goes into the audit log of the companies concerned.',
  'quarantine.settle.reason': 'Reason',
  'quarantine.settle.required': 'Say why',
  'quarantine.settle.example':
    'For example: checked on paypal.com, the amount is right, customer informed',
  'quarantine.settle.done':
    '{count, plural, one {# finding confirmed} other {# findings confirmed}}',
}
