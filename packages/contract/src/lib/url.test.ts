import { expect, test } from 'vitest'
import { isChatUrl } from '../people/companySetting.ts'
import { isUrl } from './url.ts'

test.each([
  'https://oapi.dingtalk.com/robot/send?access_token=abc',
  'http://localhost:4000',
  'HTTPS://Example.com/',
  'https://a.example#part',
  'https://xn--fiqs8s.example/%E4%B8%AD',
])('%s is a web address', (text) => expect(isUrl(text)).toBe(true))

test.each([
  '',
  'example.com',
  'ftp://example.com',
  'javascript:alert(1)',
  'https://',
  'https://-a.example',
  'https://a b.example',
  'https://a.example/x y',
  'https://oapi.dingtalk.com@evil.example/',
  'https://user:secret@a.example/',
  `https://a.example/${'x'.repeat(2100)}`,
])('%s is none', (text) => expect(isUrl(text)).toBe(false))

test('the address of a team chat’s bot is a web address first', () => {
  expect(isChatUrl('dingtalk', 'https://oapi.dingtalk.com/robot/send?access_token=abc')).toBe(true)
  expect(isChatUrl('dingtalk', 'https://oapi.dingtalk.com/robot/send?access_token=a b')).toBe(false)
})
