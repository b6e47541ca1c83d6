import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestApp } from '../../../apps/api/src/test/appInProcess.ts'
import { createDatabase, prepareDatabase } from '../../ground/database.ts'
import { startPrivatePostgres } from '../../ground/postgres.ts'
import { endAll } from '../../ground/processes.ts'
import { Gateway } from './gateway.ts'

const root = new URL('../../..', import.meta.url).pathname

export type Stage = { t: TestApp; gateway: Gateway; stop: () => Promise<void> }

/**
 * PostgreSQL, the API in this process and PayPal's address. There is no worker: each sequence runs
 * the jobs of its own company when it settles, so that what happens is what its steps say. `change`
 * may plant a fault in the database's functions.
 */
export async function openStage(change: (ownerUrl: string) => Promise<void>): Promise<Stage> {
  const endings: (() => unknown)[] = []
  const stop = () => endAll(endings)
  try {
    const dir = `${root}.tmp/model-${process.pid}`
    mkdirSync(dir, { recursive: true })
    endings.push(() => rmSync(dir, { recursive: true, force: true }))
    // Nothing here tests what PostgreSQL keeps when it is killed.
    const settings = [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'max_connections=100',
      'jit=off',
    ]
    const postgres = await startPrivatePostgres(dir, { keep: false, settings })
    // A pool's connections are gone only a moment after it has ended, and PostgreSQL's end
    // must not reach them.
    endings.push(
      () => postgres.stop(),
      () => sleep(300),
    )
    await createDatabase(postgres.ownerUrl('postgres'), 'template_model')
    const { runtimeUrl } = await prepareDatabase(postgres.ownerUrl('template_model'))
    await change(postgres.ownerUrl('template_model'))
    const gateway = new Gateway()
    await gateway.start()
    endings.push(() => gateway.stop())
    const t = new TestApp(false, () => ({
      PAYPAL_SIMULATOR_URL: gateway.url,
      PAYPAL_TIMEOUT_MS: '5000',
      PAYPAL_CONFIRM_SECONDS: '1',
    }))
    await t.start({
      ownerUrl: withoutName(postgres.ownerUrl('postgres')),
      runtimeUrl: withoutName(runtimeUrl),
      template: 'template_model',
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
