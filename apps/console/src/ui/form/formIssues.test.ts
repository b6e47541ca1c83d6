import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api/apiError.ts'
import { fieldIssuesOf, same } from './formIssues.ts'

const refused = (issues: { path: string; message: string }[], errorCode = 'request.invalid') =>
  new ApiError({
    kind: 'business',
    status: 422,
    failure: { success: false, data: { issues }, errorCode, errorMessage: '', showType: 2 },
  })

test('issues of a 422 become messages at their fields, list positions as numbers', () => {
  const error = refused([
    { path: 'notifications/webhooks/0/url', message: 'bad' },
    { path: 'notifications/emails/2', message: 'no address' },
  ])
  expect(fieldIssuesOf(error, 'notifications')).toEqual([
    { name: ['webhooks', 0, 'url'], message: 'bad' },
    { name: ['emails', 2], message: 'no address' },
  ])
})

test('without a prefix the path is the name; an issue of the whole body has no field', () => {
  expect(
    fieldIssuesOf(
      refused([
        { path: 'email', message: 'x' },
        { path: '', message: 'y' },
      ]),
    ),
  ).toEqual([{ name: ['email'], message: 'x' }])
})

test('other errors have no fields', () => {
  expect(fieldIssuesOf(refused([{ path: 'a', message: 'b' }], 'forbidden'))).toEqual([])
  expect(fieldIssuesOf(new Error('x'))).toEqual([])
})

test('missing and null are the same', () => {
  expect(same(undefined, null)).toBe(true)
  expect(same({ a: [1] }, { a: [1] })).toBe(true)
  expect(same('', null)).toBe(false)
})
