import { setTimeout as sleep } from 'node:timers/promises'
import { TestApp } from '../../../apps/api/src/test/appInProcess.ts'
import { type Endings, privateDatabase } from '../../ground/openDatabase.ts'
import { openStack } from '../../stack/openStack.ts'
import { Gateway } from './gateway.ts'

export type Stage = { t: TestApp; gateway: Gateway; stop: () => Promise<void> }

/**
 * PostgreSQL, the API in this process and PayPal's address. There is no worker: each sequence runs the jobs of its own company when it
 * settles, so that what happens is what its steps say. `change` may plant a fault in the database's functions.
 */
export async function openStage(change: (ownerUrl: string) => Promise<void>): Promise<Stage> {
  const gateway = new Gateway()
  // Nothing here tests what PostgreSQL keeps when it is killed.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=100',
    'jit=off',
  ]
  const endings: Endings = []
  const template = 'template_model'
  const { ownerUrl, runtimeUrl, stop } = await openStack({
    name: 'model',
    apis: 0,
    workers: 0,
    database: async (dir, end) => {
      const opened = await privateDatabase({ name: template, settings })(dir, end)
      await change(opened.ownerUrl)
      // A pool's connections are gone only a moment after it has ended, and PostgreSQL's end must not reach them.
      end.push(() => sleep(300))
      return opened
    },
    endings,
  })
  const t = new TestApp(false, () => ({
    PAYPAL_SIMULATOR_URL: gateway.url,
    PAYPAL_TIMEOUT_MS: '5000',
    PAYPAL_CONFIRM_SECONDS: '1',
  }))
  try {
    await gateway.start()
    endings.push(() => gateway.stop())
    await t.start({
      ownerUrl: withoutName(ownerUrl),
      runtimeUrl: withoutName(runtimeUrl),
      template,
      prefix: 'model',
    })
    endings.push(() => t.stop())
    t.outside.publicUrl = await t.app.listen({ host: '127.0.0.1', port: 0 })
    return { t, gateway, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const withoutName = (url: string) => url.replace(/\/[^/]*$/, '/')
