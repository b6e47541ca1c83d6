import { expect, test } from 'vitest'
import { clearStaleCaches, unregisterWorkers } from './caches.ts'

function cacheStorage(...names: string[]) {
  const left = new Set(names)
  const storage = { keys: async () => [...left], delete: async (name: string) => left.delete(name) }
  return { left, storage: storage as unknown as CacheStorage }
}

test('an update clears every cache but the precache of the new worker', async () => {
  const { left, storage } = cacheStorage(
    'workbox-precache-v2-https://pay.example/',
    'locale',
    'something-else',
  )
  await clearStaleCaches(storage)
  expect([...left]).toEqual(['workbox-precache-v2-https://pay.example/'])
})

test('with the feature off, workers are unregistered and all caches cleared', async () => {
  const { left, storage } = cacheStorage('workbox-precache-v2-https://pay.example/', 'locale')
  let registered = 2
  const registration = { unregister: async () => registered-- }
  const workers = {
    getRegistrations: async () => [registration, registration],
  } as unknown as ServiceWorkerContainer
  await unregisterWorkers(workers, storage)
  expect([registered, left.size]).toEqual([0, 0])
})
