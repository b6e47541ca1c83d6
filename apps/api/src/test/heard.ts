import type { Id } from '@paydesk/contract/lib/id'
import { onTestFinished } from 'vitest'
import { Changes } from '../lib/live/change.ts'
import { Listening } from '../lib/live/listen.ts'
import type { TestApp } from './testApp.ts'

/**
 * What the company's open screens are told to read again from now on until the test ends, as
 * `bill 1`: once for each message that names it.
 */
export async function listenIn(
  t: Pick<TestApp, 'runtimeUrl' | 'app'>,
  companyId: Id<'company'>,
): Promise<string[]> {
  const listening = new Listening(t.runtimeUrl, 'test', t.app.log as never)
  const changes = new Changes()
  await changes.listenOn(listening)
  await listening.start()
  onTestFinished(() => listening.stop())
  const heard: string[] = []
  changes.subscribe(companyId, {
    hear: (all) => heard.push(...new Set(all.map(({ entity, id }) => `${entity} ${id}`))),
    miss: () => {},
  })
  return heard
}
