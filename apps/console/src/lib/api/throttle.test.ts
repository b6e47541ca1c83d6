import { expect, test } from 'vitest'
import { throttle } from './throttle.ts'

test('a window that gains focus again and again refreshes at most every 5 s', () => {
  let clock = 0
  const refreshedAt: number[] = []
  const refresh = throttle(
    () => refreshedAt.push(clock),
    5000,
    () => clock,
  )
  for (clock = 0; clock <= 12_000; clock += 1000) refresh()
  expect(refreshedAt).toEqual([0, 5000, 10_000])
})
