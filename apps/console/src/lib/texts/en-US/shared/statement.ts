import type zh from '../../zh-CN/shared/statement.ts'

const texts: Record<keyof typeof zh, string> = {
  statement: 'Statement',
  'statement.title': 'Statement: {name}',
  'statement.month': 'Month',
  'statement.month.required': 'Please choose a month!',
  'statement.language': 'Language',
  'statement.format': 'Format',
  'statement.download': 'Download',
}
export default texts
