import { terms } from '@paydesk/contract/lib/termsEn'
import type zh from '../../zh-CN/desk/problem.ts'

const texts: Record<keyof typeof zh, string> = {
  'problem.none': 'No problems found',
  'problem.none.description':
    'The books match PayPal, and transactions and events arrive normally. Problems appear here, and we notify you.',
  'problem.checked': 'Latest checks',
  'problem.checked.read': 'Transactions read up to {time}',
  'problem.checked.unread': 'No transactions read yet',
  'problem.checked.agrees': 'Balance checked at {time}: matches PayPal',
  'problem.checked.differs':
    'Balance checked at {time}: {count, plural, one {# currency differs} other {# currencies differ}}',
  'problem.checked.uncompared': 'Balance not checked yet',
  'problem.since': 'since {time}',
  'problem.more': 'Showing the first {count} of {total}.',
  'problem.means': 'What it means',
  'problem.do': 'What to do',
  'problem.difference.more': 'The books exceed PayPal’s balance by {amount} (as of {time})',
  'problem.difference.less': 'The books fall short of PayPal’s balance by {amount} (as of {time})',
  'problem.refundUnknown.amount': 'Refund amount {amount}',
  'problem.currencyChanged.amount': 'Total {amount}; the currency on PayPal is {currency}',
  'problem.lastRead': 'Last successful sync: {time}',
  'problem.lastEvent': 'Last event received: {time}',
  'problem.booksDiffer.means':
    'PayPal’s balance includes money that the books do not, or the other way around. Bills ' +
    'and payments are not affected, but do not rely on monthly statements and balances until ' +
    'this is resolved.',
  'problem.booksDiffer.do':
    'First check for unrecognized records below; they often cause the difference. If there ' +
    'are none, re-sync the dates in question under “Transactions”. If the difference ' +
    'remains, give your administrator the account and amount. Paydesk checks again ' +
    'automatically every hour.',
  'problem.monthDiffers.means':
    'At the end of that month, the books differed from PayPal’s balance. Do not rely on the monthly statement for that month.',
  'problem.monthDiffers.do':
    'Re-sync that month under “Transactions”. If the difference remains, give your ' +
    'administrator the month, account and amount, and do not close the month.',
  'problem.readingStopped.means':
    'New transactions of this account are not arriving, so payments, refunds and fees may be ' +
    'incomplete. PayPal events may still arrive; they do not mean that transactions are ' +
    'synced.',
  'problem.readingStopped.do':
    'Paydesk keeps retrying. Ask an administrator to check credentials and permissions under ' +
    '“PayPal accounts”. If PayPal is down, wait: missed transactions are added automatically ' +
    'afterwards.',
  'problem.rowSetAside.means':
    'These PayPal records contain something that Paydesk does not recognize. They are kept ' +
    'separately and are not in the books; all other transactions sync normally. The books ' +
    'may therefore differ from PayPal’s balance.',
  'problem.rowSetAside.do':
    'Look up the record on PayPal by its transaction ID. Once PayPal corrects it, or a newer ' +
    'version recognizes it, it is posted automatically and disappears here. If you are sure ' +
    'that it does not need posting, choose “Mark as handled” and give a reason; this posts ' +
    'nothing.',
  'problem.refundUnknown.means':
    'The refund request went to PayPal, but the result is unknown. The money may or may not ' +
    'have been refunded. Paydesk does not send it again, to avoid a duplicate refund.',
  'problem.refundUnknown.do':
    'Check on PayPal whether the payment was refunded, then choose “Confirm manually” next ' +
    'to the refund on the bill. Another colleague confirms it under “Approvals”.',
  'problem.currencyChanged.means':
    'Someone changed this bill’s currency on paypal.com, so its amounts here differ from what the customer sees.',
  'problem.currencyChanged.do':
    'Open the bill and check it. If the change was not intended, cancel the bill and create it again in the correct currency.',
  'problem.eventsSilent.means':
    'Bills were paid during this time, but PayPal sent no events. Payments still post with the scheduled sync, minutes to hours later.',
  'problem.eventsSilent.do':
    'Ask an administrator to choose “Check now” under “PayPal accounts” to register the ' +
    'webhook again, and to make sure that this system’s address is reachable from the ' +
    'internet.',
  'problem.open.transactions': 'View transactions',
  'problem.open.accounts': 'View PayPal accounts',
  'problem.open.bill': 'View bill {number}',
  'problem.row.why.id': 'Unreadable transaction ID',
  'problem.row.why.eventCode': 'Unknown transaction type',
  'problem.row.why.status': 'Unknown status',
  'problem.row.why.amount': 'Unrecognized amount or currency',
  'problem.row.why.fee': 'Unrecognized fee',
  'problem.row.why.date': 'Unrecognized date',
  'problem.row.why.shape': 'Unknown format',
  'problem.row.noId': '(no transaction ID)',
  'problem.row.amount': 'Amount',
  'problem.row.fee': terms.fee,
  'problem.row.status': 'Status',
  'problem.row.code': 'Type',
  'problem.row.at': 'Time',
  'problem.row.detail': 'PayPal’s message',
  'problem.row.seen': 'first seen {first}, last {last}',
  'problem.row.raw': 'Full content',
  'problem.row.settle': 'Mark as handled',
  'problem.row.settle.title': 'Mark {id} as handled?',
  'problem.row.settle.effect':
    'The record leaves the list of problems, and nothing is posted. If PayPal changes it later, it appears again. The audit log keeps the reason.',
  'problem.row.settle.reason': 'Reason',
  'problem.row.settle.required': 'Enter a reason',
  'problem.row.settle.done': 'Marked as handled',
}
export default texts
