import { terms } from '@paydesk/contract/lib/termsZh'
/** Texts of the dialog that downloads a statement. */
export default {
  statement: terms.statement,
  'statement.title': '月度对账单：{name}',
  'statement.month': '月份',
  'statement.month.required': '请选择月份',
  'statement.language': '语言',
  'statement.format': '格式',
  'statement.download': '下载',
}
