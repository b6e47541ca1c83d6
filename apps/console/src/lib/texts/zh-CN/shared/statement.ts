/** Texts of the dialog that downloads a statement. */
export default {
  statement: '月结单',
  'statement.title': '月结单：{name}',
  'statement.month': '月份',
  'statement.month.required': '请选择月份！',
  'statement.language': '语言',
  'statement.format': '格式',
  'statement.download': '下载',
}
