import type zh from '../../zh-CN/shared/bill.ts'

const texts: Record<keyof typeof zh, string> = {
  'bill.number': 'Number',
  'bill.title': 'Title',
  'bill.customer': 'Customer',
  'bill.total': 'Total',
  'bill.due': 'Due',
  'bill.dueDate': 'Due date',
  'bill.owner': 'Owner',
  'bill.account': 'PayPal account',
  'bill.status': 'Status',
  'bill.createdAt': 'Created',
  'bill.overdue': 'Overdue',
  'bill.noAccount': 'Not assigned',
  'bill.empty': 'No bills yet',
  'bill.empty.description': 'Bills appear here once they are made and sent.',
  'bill.empty.filtered': 'No bills with status “{status}”',
  'bill.empty.filtered.description': 'Choose another status, or clear the filter to see all bills.',

  'bill.status.draft': 'Draft',
  'bill.status.scheduled': 'Scheduled',
  'bill.status.sending': 'Sending',
  'bill.status.sendFailed': 'Send failed',
  'bill.status.sent': 'Sent',
  'bill.status.paymentPending': 'Payment pending',
  'bill.status.partiallyPaid': 'Partly paid',
  'bill.status.paid': 'Paid',
  'bill.status.partiallyRefunded': 'Partly refunded',
  'bill.status.refunded': 'Refunded',
  'bill.status.cancelled': 'Cancelled',
  'bill.status.writtenOff': 'Written off',
}
export default texts
