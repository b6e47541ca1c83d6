import { terms } from '@paydesk/contract/lib/termsEn'
import type zh from '../../zh-CN/shared/statement.ts'

const texts: Record<keyof typeof zh, string> = {
  statement: terms.statement,
  'statement.title': 'Monthly statement: {name}',
  'statement.month': 'Month',
  'statement.month.required': 'Choose a month',
  'statement.language': 'Language',
  'statement.format': 'Format',
  'statement.download': 'Download',
}
export default texts
