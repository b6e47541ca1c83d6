import { userApi } from '@paydesk/contract/people/user'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toastList } from '../feedback.ts'
import { call } from './api.ts'
import { bindIdentityQuestion, Cancelled } from './stepUp.ts'

// The module imports code that reads local storage on import.
const { showError } = vi.hoisted(() => ({ showError: vi.fn() }))
vi.mock('../i18n.ts', () => ({ t: String, textPack: 'zh-CN' }))
vi.mock('./token.ts', () => ({ storedToken: () => 'token' }))
vi.mock('./errors.ts', () => ({ showError }))

const refused = {
  success: false,
  data: null,
  errorCode: 'session.factorNeeded',
  errorMessage: '',
  showType: 0,
}
const done = { success: true, data: { ended: 1 } }
const fetched = vi.fn()
let answers: [status: number, body: object][] = []
let unbind = () => {}

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => {
    const [status, body] = answers.shift() ?? [500, {}]
    return Response.json(body, { status })
  })
  vi.stubGlobal('fetch', fetched)
  showError.mockReset()
})
afterEach(() => {
  unbind()
  vi.unstubAllGlobals()
})

const keys = () =>
  fetched.mock.calls.map(
    ([, init]) => (init as { headers: Record<string, string> }).headers['Idempotency-Key'],
  )
const disable = (id: string) => call(userApi.disable, { params: { id } })

test('after the question the same request goes out again, as the same action', async () => {
  answers = [
    [403, refused],
    [200, done],
  ]
  unbind = bindIdentityQuestion(async () => true)
  expect(await disable('01900000-0000-7000-8000-000000000001')).toEqual({ ended: 1 })
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(fetched.mock.calls[1]?.[0]).toBe(fetched.mock.calls[0]?.[0])
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys()[1]).toBe(keys()[0])
})

test('a cancelled action keeps its key: an earlier try whose answer was lost may have been done', async () => {
  answers = [
    [403, refused],
    [200, done],
  ]
  unbind = bindIdentityQuestion(async () => false)
  await expect(disable('01900000-0000-7000-8000-000000000002')).rejects.toBeInstanceOf(Cancelled)
  await disable('01900000-0000-7000-8000-000000000002')
  expect(keys()[1]).toBe(keys()[0])
})

test('what is not certain is asked again with the same key until it is, and the person reads so meanwhile', async () => {
  vi.useFakeTimers()
  const unknown = { ...refused, errorCode: 'commit.unknown' }
  answers = [
    [503, unknown],
    [503, { ...refused, errorCode: 'unavailable' }],
    [429, { ...refused, errorCode: 'limit.busy' }],
    [200, done],
  ]
  const disabled = disable('01900000-0000-7000-8000-000000000003')
  await vi.advanceTimersByTimeAsync(1000)
  expect(toastList.read()).toMatchObject([{ kind: 'info', text: 'error.notCertain' }])
  await vi.advanceTimersByTimeAsync(9000)
  expect(await disabled).toEqual({ ended: 1 })
  expect(toastList.read()).toEqual([])
  expect(new Set(keys()).size).toBe(1)
  expect(showError).not.toHaveBeenCalled()
  vi.useRealTimers()
})

test('a refusal ends the looking, and what stays uncertain for a minute is told as that', async () => {
  vi.useFakeTimers()
  const unknown = { ...refused, errorCode: 'commit.unknown' }
  answers = [
    [503, unknown],
    [409, { ...refused, errorCode: 'conflict.stale' }],
  ]
  const decided = disable('01900000-0000-7000-8000-000000000004').catch(
    ({ errorCode }) => errorCode,
  )
  await vi.advanceTimersByTimeAsync(2500)
  expect(await decided).toBe('conflict.stale')
  answers = [
    [503, unknown],
    [401, { ...refused, errorCode: 401 }],
    [200, done],
  ]
  const again = () =>
    disable('01900000-0000-7000-8000-000000000006').catch(({ errorCode }) => errorCode)
  const turnedAway = again()
  await vi.advanceTimersByTimeAsync(2500)
  expect(await turnedAway).toBe('commit.unknown')
  const [key] = keys().slice(-1)
  expect(await again()).toEqual({ ended: 1 })
  expect(keys().slice(-1)).toEqual([key])
  answers = [[503, unknown]]
  const open = disable('01900000-0000-7000-8000-000000000005').catch(({ errorCode }) => errorCode)
  await vi.advanceTimersByTimeAsync(70_000)
  expect(await open).toBe('commit.unknown')
  vi.useRealTimers()
})
