// @vitest-environment node
import { beforeAll, expect, test, vi } from 'vitest'

let keyNameOf: typeof import('./keys.ts').keyNameOf
beforeAll(async () => {
  vi.stubGlobal('navigator', { platform: 'Linux x86_64' })
  ;({ keyNameOf } = await import('./keys.ts'))
})

const pressed = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})

test('a key has a name alone, and with Ctrl or ⌘ depending on the machine', () => {
  expect(keyNameOf(pressed('/'), false)).toBe('/')
  expect(keyNameOf(pressed('K', { ctrlKey: true }), false)).toBe('mod+k')
  expect(keyNameOf(pressed('k', { metaKey: true }), true)).toBe('mod+k')
})

test('keys of the browser or the system are left alone', () => {
  expect(keyNameOf(pressed('k', { metaKey: true }), false)).toBeUndefined()
  expect(keyNameOf(pressed('k', { ctrlKey: true }), true)).toBeUndefined()
  expect(keyNameOf(pressed('n', { altKey: true }), false)).toBeUndefined()
})
