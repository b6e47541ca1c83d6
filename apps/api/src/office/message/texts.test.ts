import { expect, test } from 'vitest'
import { templates, textOf } from './texts.ts'

test.each(templates)('%s says the same in both languages, with the same facts', (template) => {
  const marked = new Proxy({}, { get: (_, key) => `<${String(key)}>` }) as Record<string, string>
  const facts = (language: 'zh-CN' | 'en-US') => {
    const { subject, text } = textOf(template, language, marked)
    return [...new Set(`${subject} ${text}`.match(/<\w+>/g))].sort()
  }
  expect(facts('zh-CN')).toEqual(facts('en-US'))
  expect(textOf(template, 'zh-CN', {}).text).toMatch(/[\u4e00-\u9fff]/)
  expect(textOf(template, 'en-US', {}).text).not.toMatch(/[\u4e00-\u9fff]/)
})

test('a name cannot add lines to the subject', () => {
  const { subject } = textOf('invitation', 'en-US', { company: 'Evil\r\nBcc: all@example.com' })
  expect(subject).toBe('Evil Bcc: all@example.com invites you to Paydesk')
})
