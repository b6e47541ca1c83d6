import { setTimeout as sleep } from 'node:timers/promises'
import { TestApp } from '../../apps/api/src/test/appInProcess.ts'
import { type Endings, privateDatabase } from '../ground/openDatabase.ts'
import { openStack } from './openStack.ts'

type Options = {
  name: string
  settings: string[]
  endings: Endings
  /** Changes the template before any database is made of it. */
  change?: (ownerUrl: string) => Promise<void>
  env?: () => Record<string, string>
}

/**
 * The API in this process, as its own tests have it, on a stack without processes. It has no
 * worker: its caller runs the jobs.
 */
export async function openHarness({
  name,
  settings,
  endings,
  change,
  env = () => ({}),
}: Options): Promise<TestApp> {
  const template = `template_${name}`
  const { ownerUrl, runtimeUrl } = await openStack({
    name,
    apis: 0,
    workers: 0,
    database: async (dir, end) => {
      const opened = await privateDatabase({ name: template, settings })(dir, end)
      await change?.(opened.ownerUrl)
      // A pool's connections are gone only a moment after it has ended, and PostgreSQL's end must
      // not reach them.
      end.push(() => sleep(300))
      return opened
    },
    endings,
  })
  const t = new TestApp(false, env)
  await t.start({
    ownerUrl: withoutName(ownerUrl),
    runtimeUrl: withoutName(runtimeUrl),
    template,
    prefix: name,
  })
  endings.push(() => t.stop())
  return t
}

const withoutName = (url: string) => url.replace(/\/[^/]*$/, '/')
