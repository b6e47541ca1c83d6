import { expect, test } from 'vitest'
import { loginPathFrom, safeRedirect } from './redirect.ts'

const origin = 'https://pay.example'

test.each([
  '/welcome',
  '/payPalBill/list?current=2&status=sent#row',
  '/finance/transaction/0190',
  '/%2Fevil.example',
  '/a?next=https://evil.example',
])('%s is a path of ours and is kept', (value) => {
  expect(safeRedirect(value, origin)).toBe(value)
})

test.each([
  null,
  '',
  'welcome',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  'https://evil.example',
  'https:evil.example',
  'HTTPS://pay.example.evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '%2F%2Fevil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  '//pay.example@evil.example',
  '/user/login',
  '/user/login?redirect=/user/login',
  '//[',
])('%j leads home', (value) => {
  expect(safeRedirect(value, origin)).toBe('/')
})

test('whatever is accepted stays on this site when the browser reads it again', () => {
  for (const value of [
    '/welcome',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/a/../b',
    '/./a',
    '/\u3000/evil.example',
  ])
    expect(new URL(safeRedirect(value, origin), origin).origin).toBe(origin)
})

test('the login page learns the way back, query and hash included', () => {
  const path = loginPathFrom({ pathname: '/payPalBill/list', search: '?status=sent', hash: '#x' })
  expect(path).toBe('/user/login?redirect=%2FpayPalBill%2Flist%3Fstatus%3Dsent%23x')
})

test('already on the login page, or with a redirect present, the redirect stays as it is', () => {
  expect(loginPathFrom({ pathname: '/user/login', search: '?redirect=%2Fa', hash: '' })).toBe(
    '/user/login?redirect=%2Fa',
  )
  expect(loginPathFrom({ pathname: '/user/login', search: '', hash: '' })).toBe('/user/login')
  expect(loginPathFrom({ pathname: '/welcome', search: '?redirect=%2Fa', hash: '' })).toBe(
    '/user/login?redirect=%2Fa',
  )
})
