import { expect, test } from 'vitest'
import { z } from 'zod'
import { Failure, succeed, successOf } from './envelope.ts'
import { type ErrorName, errorCatalogue, errorText } from './errors.ts'
import { PageQuery, pageOf } from './page.ts'

const names = Object.keys(errorCatalogue) as ErrorName[]

test.each(names)(
  '%s has an error status, both languages, and the same parameters in each',
  (name) => {
    const { status, zh, en } = errorCatalogue[name]
    expect(status).toBeGreaterThanOrEqual(400)
    const parameters = (text: string) =>
      [...text.matchAll(/\{(\w+)\}/g)].map(([, key]) => key).sort()
    expect(parameters(zh)).toEqual(parameters(en))
    expect(zh).toMatch(/[\u4e00-\u9fff]/)
    expect(en).not.toMatch(/[\u4e00-\u9fff]/)
  },
)

test('the text of an error comes in the language asked for, with its parameters filled in', () => {
  expect(errorText('login.tooManyAttempts', { minutes: 3 }, 'zh-CN')).toBe(
    '尝试次数过多，请 3 分钟后再试',
  )
  expect(errorText('login.tooManyAttempts', { minutes: 3 }, 'en-US')).toBe(
    'Too many attempts. Try again in 3 min',
  )
})

test('the envelope of spec §3: success, data, errorCode, errorMessage, showType, always all five', () => {
  expect(Object.keys(succeed(1))).toEqual([
    'success',
    'data',
    'errorCode',
    'errorMessage',
    'showType',
  ])
  expect(successOf(z.number()).parse(succeed(1))).toEqual(succeed(1))
  expect(Object.keys(Failure.shape)).toEqual(Object.keys(succeed(1)))
})

test('spec §9: ten per page starting at page 1, and a list says whether its total is exact', () => {
  expect(PageQuery.parse({})).toEqual({ current: 1, pageSize: 10 })
  expect(PageQuery.safeParse({ current: '0' }).success).toBe(false)
  expect(PageQuery.safeParse({ pageSize: '101' }).success).toBe(false)
  expect(Object.keys(pageOf(z.string()).shape)).toEqual(['list', 'total', 'totalIsExact'])
})
