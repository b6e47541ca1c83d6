import { expect, test } from 'vitest'
import { actionAnswered, actionKeyOf } from './actionKey.ts'

test('a request that was not answered is repeated under its key; an answered one is a new action', () => {
  const first = actionKeyOf('POST /api/x {}')
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(actionKeyOf('POST /api/x {}')).toBe(first)
  expect(actionKeyOf('POST /api/x {"other":1}')).not.toBe(first)
  actionAnswered('POST /api/x {}')
  expect(actionKeyOf('POST /api/x {}')).not.toBe(first)
})

test('after ten minutes the same request is a new action', () => {
  const first = actionKeyOf('POST /api/y', 0)
  expect(actionKeyOf('POST /api/y', 9 * 60_000)).toBe(first)
  expect(actionKeyOf('POST /api/y', 20 * 60_000)).not.toBe(first)
})
