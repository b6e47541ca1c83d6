import type { TestApp } from '../../../apps/api/src/test/appInProcess.ts'
import type { Endings } from '../../ground/openDatabase.ts'
import { endAll } from '../../ground/processes.ts'
import { openHarness } from '../../stack/harness.ts'
import { Gateway } from './gateway.ts'

export type Stage = { t: TestApp; gateway: Gateway; stop: () => Promise<void> }

/** Nothing here tests what PostgreSQL keeps when it is killed. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=100',
  'jit=off',
]

/**
 * PostgreSQL, the API in this process and PayPal's address. There is no worker: each sequence runs
 * the jobs of its own company when it settles, so that what happens is what its steps say. `change`
 * may plant a fault in the database's functions.
 */
export async function openStage(change: (ownerUrl: string) => Promise<void>): Promise<Stage> {
  const endings: Endings = []
  const stop = () => endAll(endings)
  try {
    const gateway = new Gateway()
    await gateway.start()
    endings.push(() => gateway.stop())
    const t = await openHarness({
      name: 'model',
      settings,
      endings,
      change,
      env: () => ({
        PAYPAL_SIMULATOR_URL: gateway.url,
        PAYPAL_TIMEOUT_MS: '5000',
        PAYPAL_CONFIRM_SECONDS: '1',
      }),
    })
    t.outside.publicUrl = await t.app.listen({ host: '127.0.0.1', port: 0 })
    return { t, gateway, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
