import { statusWords } from '@paydesk/contract/billing/billWords'
import { terms } from '@paydesk/contract/lib/termsEn'
import { textsOf } from '../../words.ts'
import type zh from '../../zh-CN/shared/bill.ts'

const texts: Record<keyof typeof zh, string> = {
  'bill.number': 'Number',
  'bill.title': 'Title',
  'bill.customer': 'Customer',
  'bill.total': terms.total,
  'bill.due': terms.due,
  'bill.dueDate': terms.dueDate,
  'bill.owner': 'Owner',
  'bill.account': terms.paypalAccount,
  'bill.status': 'Status',
  'bill.createdAt': 'Created',
  'bill.overdue': 'Overdue',
  'bill.noAccount': 'Not assigned',
  'bill.empty': 'No bills yet',
  'bill.empty.description': 'Bills appear here once you create and send them.',
  'bill.empty.filtered': 'No bills with status “{status}”',
  'bill.empty.filtered.description': 'Choose another status, or clear the filter to see all bills.',

  ...textsOf('bill.status', statusWords, 'en'),
}
export default texts
