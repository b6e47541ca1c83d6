import { userApi } from '@paydesk/contract/people/user'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'
import { bindIdentityQuestion, Cancelled } from './stepUp.ts'

// The module imports code that reads local storage on import.
const { showError } = vi.hoisted(() => ({ showError: vi.fn() }))
vi.mock('../i18n.ts', () => ({ t: String, textPack: 'zh-CN' }))
vi.mock('./token.ts', () => ({ storedToken: () => 'token' }))
vi.mock('./errors.ts', () => ({ showError }))

const refused = { success: false, data: null, errorCode: 'session.factorNeeded', errorMessage: '', showType: 0 }
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

const keys = () => fetched.mock.calls.map(([, init]) => (init as { headers: Record<string, string> }).headers['Idempotency-Key'])
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
