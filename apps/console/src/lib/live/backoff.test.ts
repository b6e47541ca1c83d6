import { expect, test } from 'vitest'
import { waitMs } from './backoff.ts'

test('the wait doubles from about a second to at most half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((failures) => waitMs(failures, 0, 1))).toEqual(
    [1, 2, 4, 8, 16, 30, 30, 30].map((s) => s * 1000),
  )
  expect(waitMs(0, 0, 0)).toBe(500)
})

test('a service that names a time is not asked before it', () => {
  expect([waitMs(0, 30_000, 0), waitMs(50, 30_000, 1)]).toEqual([30_500, 60_000])
})
