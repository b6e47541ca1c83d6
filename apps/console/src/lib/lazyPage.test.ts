import { afterEach, expect, test, vi } from 'vitest'
import { chunkTimeoutMs, loadChunk } from './lazyPage.ts'

afterEach(() => void vi.useRealTimers())

test('a chunk that arrives is handed on', async () => {
  expect(await loadChunk(async () => 'page')).toBe('page')
})

test('a chunk that fails raises a chunk load error', async () => {
  const gone = loadChunk(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  )
  await expect(gone).rejects.toMatchObject({ name: 'ChunkLoadError' })
})

test('a chunk has 120 seconds', async () => {
  vi.useFakeTimers()
  const outcome = loadChunk(() => new Promise(() => {})).catch((error: Error) => error.name)
  let settled = false
  void outcome.then(() => {
    settled = true
  })
  await vi.advanceTimersByTimeAsync(chunkTimeoutMs - 1)
  expect([chunkTimeoutMs, settled]).toEqual([120_000, false])
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toBe('ChunkLoadError')
})
