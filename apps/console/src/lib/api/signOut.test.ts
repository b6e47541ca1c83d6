import { beforeEach, expect, test, vi } from 'vitest'
import { remember } from '../recent.ts'
import { session } from './session.ts'
import { signOut } from './signOut.ts'
import { storedToken, tokenKey } from './token.ts'

const stored = vi.hoisted(() => new Map<string, string>())
vi.hoisted(() =>
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }),
)
const call = vi.hoisted(() => vi.fn())
vi.mock('./api.ts', () => ({ call }))

beforeEach(() => {
  call.mockReset()
  session.signIn('tok')
})

test('signing in keeps the token in memory and under PaypalManageToken', () => {
  expect([tokenKey, stored.get('PaypalManageToken'), session.read()]).toEqual([
    'PaypalManageToken',
    'tok',
    { token: 'tok', leaving: false },
  ])
})

test('signing out clears memory, then calls, then removes the stored token (spec §4)', async () => {
  const atCall: unknown[] = []
  call.mockImplementation(async (endpoint: { path: string }) =>
    atCall.push(endpoint.path, session.read(), storedToken()),
  )
  await signOut()
  expect(atCall).toEqual(['/api/login/outLogin', { token: '', leaving: true }, 'tok'])
  expect([session.read(), stored.has(tokenKey)]).toEqual([{ token: '', leaving: false }, false])
})

test('signing out forgets the records that were opened last: their titles are customers’ names', async () => {
  remember('me here', { path: '/customer/list/1', title: 'Nordic Light AS' })
  expect([...stored.values()].join()).toContain('Nordic Light AS')
  call.mockResolvedValue(null)
  await signOut()
  expect([...stored.values()].join()).not.toContain('Nordic Light AS')
})

test('this browser is signed out even when the server cannot be reached', async () => {
  call.mockRejectedValue(new Error('offline'))
  await signOut()
  expect(stored.has(tokenKey)).toBe(false)
})

test('everyone who listens hears of each change once', () => {
  const heard = vi.fn()
  const stop = session.subscribe(heard)
  session.signIn('tok')
  session.remove()
  session.remove()
  stop()
  session.signIn('other')
  expect(heard).toHaveBeenCalledTimes(1)
})
