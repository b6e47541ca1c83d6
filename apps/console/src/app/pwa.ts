import { clearStaleCaches, unregisterWorkers } from '../lib/caches.ts'
import { feedback } from '../lib/feedback.ts'
import { t } from '../lib/i18n.ts'
import { askToRefresh } from './askToRefresh.tsx'
import { defaultSettings } from './settings.ts'

const workerAfterMs = 4000

/**
 * Spec §4, "service worker". The worker runs only in a production build: in development it would
 * serve yesterday's code.
 */
export async function startPwa() {
  // One message (by its key), whether the browser's event or the state at the start comes first.
  const warn = () =>
    void feedback.message().open({ type: 'warning', key: 'offline', content: t('pwa.offline') })
  window.addEventListener('offline', warn)
  if (!navigator.onLine) warn()
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return
  // The worker fetches the whole console ahead, which would compete with the page that is
  // just being shown.
  await new Promise((shown) => setTimeout(shown, workerAfterMs))
  await (defaultSettings.pwa
    ? registerWorker()
    : unregisterWorkers(navigator.serviceWorker, window.caches))
}

async function registerWorker() {
  const { Workbox } = await import('workbox-window')
  const worker = new Workbox('/sw.js')
  worker.addEventListener('waiting', () =>
    askToRefresh(() => {
      worker.addEventListener('controlling', async () => {
        await clearStaleCaches(window.caches)
        window.location.reload()
      })
      worker.messageSkipWaiting()
    }),
  )
  await worker.register()
}
