import { statusWords } from '@paydesk/contract/billing/billWords'
import { terms } from '@paydesk/contract/lib/termsZh'
import { textsOf } from '../../words.ts'
/** Texts of a bill that several features show, and the columns of its list. */
export default {
  'bill.number': '账单号',
  'bill.title': '标题',
  'bill.customer': '客户',
  'bill.total': terms.total,
  'bill.due': terms.due,
  'bill.dueDate': terms.dueDate,
  'bill.owner': '业务员',
  'bill.account': terms.paypalAccount,
  'bill.status': '状态',
  'bill.createdAt': '创建时间',
  'bill.overdue': '已逾期',
  'bill.noAccount': '未分配',
  'bill.empty': '还没有账单',
  'bill.empty.description': '新建并发出账单后，会显示在这里。',
  'bill.empty.filtered': '没有“{status}”状态的账单',
  'bill.empty.filtered.description': '换一个状态，或清除筛选查看全部账单。',

  ...textsOf('bill.status', statusWords, 'zh'),
}
