import type zh from '../../zh-CN/desk/problem.ts'

const texts: Record<keyof typeof zh, string> = {
  'problem.none': 'All is well',
  'problem.none.description':
    'The books agree with PayPal, and transactions and events keep coming in. Problems are listed here when they appear, and you are told.',
  'problem.since': 'since {time}',
  'problem.more': 'The first {count} of {total} are shown.',
  'problem.means': 'What it means',
  'problem.do': 'What to do',
  'problem.difference.more': 'The books show {amount} more than PayPal (as of {time})',
  'problem.difference.less': 'The books show {amount} less than PayPal (as of {time})',
  'problem.refundUnknown.amount': 'Refund of {amount}',
  'problem.currencyChanged.amount': 'The bill says {amount}; its currency at PayPal is {currency}',
  'problem.lastRead': 'Last read successfully: {time}',
  'problem.lastEvent': 'Last event: {time}',
  'problem.booksDiffer.means':
    'PayPal’s balance contains money that the books do not, or the other way round. Bills and payments are not affected, but do not rely on statements and balances until it is cleared up.',
  'problem.booksDiffer.do':
    'See first whether rows below could not be understood: the difference is often theirs. If there are none, sync the days in question again under “Transactions”. If it remains, tell your administrator the account and the amount. The books are compared again by themselves at least every hour.',
  'problem.monthDiffers.means':
    'At the end of that month the books were not PayPal’s balance of the same moment: the account’s statement of the month cannot be relied on.',
  'problem.monthDiffers.do':
    'Sync that month again under “Transactions”. If the difference remains, tell your administrator the month, the account and the amount, and do not close the month.',
  'problem.readingStopped.means':
    'New transactions of this account do not come in: payments, refunds and fees may be incomplete. PayPal’s events may still arrive; they do not mean that transactions are read.',
  'problem.readingStopped.do':
    'It is tried again all the time. An administrator should check credentials and permissions under “PayPal accounts”. If PayPal is down, wait until it is back: what was missed is read by itself.',
  'problem.rowSetAside.means':
    'PayPal says something in these rows that we do not know. They were set aside and are in no account; all other transactions are read as usual. The books may differ from PayPal’s balance by them.',
  'problem.rowSetAside.do':
    'Look the transaction up at PayPal by its id. If PayPal corrects it, or a newer version understands it, it is taken in and leaves this list by itself. If you are sure that nothing has to be booked, mark it as settled and say why: this posts nothing.',
  'problem.refundUnknown.means':
    'The refund was sent to PayPal and no clear answer came. The money may have gone back or not; it is not sent again, so that nobody is refunded twice.',
  'problem.refundUnknown.do':
    'See at PayPal whether the payment was refunded, then choose “Settle by hand” beside the refund on the bill’s page. Another person confirms it under “Approvals”.',
  'problem.currencyChanged.means':
    'Someone changed this bill’s currency on paypal.com: what the bill shows here is not what the customer sees.',
  'problem.currencyChanged.do': 'Open the bill and compare. If it was not intended, cancel it and make it again in the right currency.',
  'problem.eventsSilent.means':
    'Bills were paid in this time, and PayPal sent no event at all. Payments are still taken in when the account is read, but minutes or hours later.',
  'problem.eventsSilent.do':
    'An administrator should choose “Check now” under “PayPal accounts”, which registers the webhook anew, and make sure that this system’s address can be reached from the internet.',
  'problem.open.transactions': 'See transactions',
  'problem.open.accounts': 'See PayPal accounts',
  'problem.open.bill': 'See bill {number}',
  'problem.row.why.id': 'Unreadable id',
  'problem.row.why.eventCode': 'Unknown kind of transaction',
  'problem.row.why.status': 'Unknown status',
  'problem.row.why.amount': 'Unknown amount or currency',
  'problem.row.why.fee': 'Unknown fee',
  'problem.row.why.date': 'Unknown date',
  'problem.row.why.shape': 'Unknown form',
  'problem.row.noId': '(no id)',
  'problem.row.amount': 'Amount',
  'problem.row.fee': 'Fee',
  'problem.row.status': 'Status',
  'problem.row.code': 'Code',
  'problem.row.at': 'Time',
  'problem.row.detail': 'PayPal’s words',
  'problem.row.seen': 'first seen {first}, last {last}',
  'problem.row.raw': 'Whole text',
  'problem.row.settle': 'Mark as settled',
  'problem.row.settle.title': 'Mark {id} as settled?',
  'problem.row.settle.effect':
    'The row leaves the list of problems, and nothing is posted. If PayPal changes it later, it comes back. The reason is kept in the audit log.',
  'problem.row.settle.reason': 'Reason',
  'problem.row.settle.required': 'Please say why!',
  'problem.row.settle.done': 'Marked as settled',
}
export default texts
