import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveRefresh } from './liveRefresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function watching(answerMs = 10, path = '/api/payPalBill') {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: 5000, retry: false } },
  })
  let asked = 0
  let answered = 0
  const queryFn = async () => {
    asked++
    await new Promise((resolve) => setTimeout(resolve, answerMs))
    return ++answered
  }
  const stop = new QueryObserver(queries, { queryKey: ['GET', path, {}], queryFn }).subscribe(
    () => undefined,
  )
  await vi.advanceTimersByTimeAsync(answerMs + 1)
  return { queries, counts: () => ({ asked, answered }), stop }
}
const bill = (id: string) => ({ entity: 'bill' as const, id })

test('a burst of changes causes one refresh', async () => {
  const { queries, counts, stop } = await watching()
  const refresh = liveRefresh(queries, () => false)
  for (const id of ['1', '2', '3']) refresh.after(bill(id))
  await vi.advanceTimersByTimeAsync(500)
  expect(counts()).toEqual({ asked: 2, answered: 2 })
  stop()
})

test('steady change never keeps an answer from arriving, and the last change always causes a refresh', async () => {
  const { queries, counts, stop } = await watching(400)
  const refresh = liveRefresh(queries, () => false)
  for (let round = 0; round < 50; round++) {
    refresh.after(bill(String(round)))
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(counts().answered).toBeGreaterThan(3)
  const before = counts().answered
  refresh.after(bill('last'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(counts().answered).toBeGreaterThan(before)
  expect(counts().asked).toBe(counts().answered)
  stop()
})

test('a hidden tab asks when it is shown again', async () => {
  const { queries, counts, stop } = await watching()
  const refresh = liveRefresh(queries, () => true)
  refresh.after(bill('1'))
  await vi.advanceTimersByTimeAsync(500)
  expect(counts().asked).toBe(1)
  refresh.stale()
  await vi.advanceTimersByTimeAsync(50)
  expect(counts()).toEqual({ asked: 2, answered: 2 })
  stop()
})

test('a stream that opens asks again only for records that it announces', async () => {
  for (const [path, asked] of [
    ['/api/payPalBill', 2],
    ['/api/role', 1],
  ] as const) {
    const { queries, counts, stop } = await watching(10, path)
    void liveRefresh(queries, () => false).all()
    await vi.advanceTimersByTimeAsync(500)
    expect([path, counts().asked]).toEqual([path, asked])
    stop()
  }
})
