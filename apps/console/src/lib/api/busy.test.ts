import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patiently } from './busy.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const busy = (seconds?: string) =>
  new Response('{}', {
    status: 429,
    headers: seconds === undefined ? {} : { 'retry-after': seconds },
  })

function sending(...answers: Response[]) {
  let sent = 0
  const send = async () => answers[Math.min(sent++, answers.length - 1)] as Response
  return { send, count: () => sent }
}

test('a read that meets a busy service is sent once more, after the time that was named', async () => {
  const { send, count } = sending(busy('2'), new Response('ok'))
  const answer = patiently(send, undefined, 0.5)
  await vi.advanceTimersByTimeAsync(2200)
  expect(count()).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  expect([(await answer).status, count()]).toEqual([200, 2])
})

test('it is not sent a third time', async () => {
  const { send, count } = sending(busy('1'), busy('1'))
  const answer = patiently(send, undefined, 0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([(await answer).status, count()]).toEqual([429, 2])
})

test.each([['4'], ['900'], [undefined], ['soon'], ['-1']])(
  'Retry-After %s is not waited for',
  async (seconds) => {
    const { send, count } = sending(busy(seconds))
    expect([(await patiently(send, undefined)).status, count()]).toEqual([429, 1])
  },
)

test('other answers are not repeated', async () => {
  const { send, count } = sending(
    new Response('', { status: 503, headers: { 'retry-after': '1' } }),
  )
  expect([(await patiently(send, undefined)).status, count()]).toEqual([503, 1])
})

test('a page that is left does not wait', async () => {
  const { send, count } = sending(busy('3'), new Response('ok'))
  const leaving = new AbortController()
  const answer = patiently(send, leaving.signal)
  await vi.advanceTimersByTimeAsync(10)
  leaving.abort()
  await answer
  expect(count()).toBe(2)
})
