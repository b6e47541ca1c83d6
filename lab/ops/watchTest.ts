/**
 * `npm run watch:test`: promtool judges the alert rules; then a real Prometheus watches a real API
 * and worker while ten things go wrong, one beside the other. Each must be an alert within two
 * minutes of its cause, and be gone after it. The last line is one JSON object.
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { installed } from '../ground/installed.ts'
import { freePort } from '../ground/postgres.ts'
import { endAll, endProcess } from '../ground/processes.ts'
import { openStack } from '../stack/openStack.ts'
import { underTorture } from '../stack/options.ts'
import { between } from './between.ts'
import { accountsNeeded, type Cause, Causes } from './causes.ts'
import { type Alert, checkRules, startPrometheus } from './prometheus.ts'
import { root } from './rules.ts'

const mostSeconds = 120
/**
 * Until they are gone: the counter of forged deliveries looks back two minutes, and some causes are
 * looked at again only after a minute.
 */
const clearSeconds = 180

const startedAt = Date.now()
const seconds = (since = startedAt) => Math.round((Date.now() - since) / 100) / 10
const say = (text: string) => console.log(`${String(Math.round(seconds())).padStart(4)} s  ${text}`)

type Seen = {
  what: string
  causedAt: number
  undo: () => unknown
  fired?: number
  undoneAt?: number
  cleared?: number
}
const seen = new Map<string, Seen>()
const endings: (() => unknown)[] = []
let failure: string | undefined

const firing = (alerts: Alert[], name: string) =>
  alerts.some(({ labels, state }) => labels.alertname === name && state === 'firing')

try {
  installed({ promtool: 'prometheus' })
  checkRules()
  say('promtool finds the rules right')
  const proxy = between()
  endings.push(() => proxy.stop())
  const smtpPort = await freePort()
  const env = {
    PAYPAL_SYNC_SECONDS: '10',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    // What is looked at here must not be found out in another way.
    PAYPAL_SWEEP_SECONDS: '600',
  }
  const stack = await openStack(
    underTorture({
      name: 'watch',
      accounts: accountsNeeded,
      workers: 1,
      seed: 1,
      env,
      watched: true,
      between: proxy.start,
    }),
  )
  endings.push(() => stack.stop())
  const causes = new Causes(stack, proxy, smtpPort)
  endings.push(() => causes.stopMail())
  const ready = await causes.prepare()
  const dir = `${root}.tmp/prometheus-${process.pid}`
  endings.push(() => rmSync(dir, { recursive: true, force: true }))
  const prometheus = await startPrometheus(dir, {
    api: [stack.watched.api],
    workers: stack.watched.workers,
  })
  endings.push(() => endProcess(prometheus.child))
  say('API, worker and simulator run, Prometheus watches')

  const look = async () => {
    const alerts = await prometheus.alerts()
    for (const [name, one] of seen) {
      if (one.fired === undefined && firing(alerts, name)) {
        one.fired = seconds(one.causedAt)
        say(`${name} fires, ${one.fired} s after: ${one.what}`)
      }
      if (one.undoneAt !== undefined && one.cleared === undefined && !firing(alerts, name)) {
        one.cleared = seconds(one.undoneAt)
        say(`${name} is gone, ${one.cleared} s after its cause`)
      }
    }
    return alerts
  }
  const bring = async ({ alert, what, bring: begin }: Cause) => {
    const causedAt = Date.now()
    seen.set(alert, { what, causedAt, undo: () => {} })
    const undo = await begin()
    Object.assign(seen.get(alert) as Seen, { undo })
  }
  const waitUntil = async (done: () => boolean, most: number) => {
    for (const until = Date.now() + most * 1000; !done() && Date.now() < until; ) {
      await look()
      await sleep(500)
    }
  }

  for (
    let tries = 0;
    (await prometheus.value('count(up == 1)')) !== 2 ||
    (await prometheus.value('paydesk_companies')) === undefined;
    tries++
  ) {
    if (tries > 60) throw new Error('Prometheus does not get what it asks for')
    await sleep(500)
  }
  const before = (await prometheus.alerts())
    .filter(({ state }) => state === 'firing')
    .map(({ labels }) => labels.alertname)
  if (before.length > 0) throw new Error(`before anything goes wrong: ${before.join(', ')}`)

  const first = causes.list(ready)
  const watching = setInterval(() => void look().catch(() => undefined), 500)
  await Promise.all(first.map(bring))
  // The proof of changed books comes with the next reading; then the worker may go.
  await waitUntil(() => seen.get('PaydeskBooksDiffer')?.fired !== undefined, mostSeconds)
  await bring(causes.noWorker(ready.toPay))
  seen.set('PaydeskNoWorker', { what: 'the same', causedAt: Date.now(), undo: () => {} })
  say('everything is wrong')
  await waitUntil(() => [...seen.values()].every(({ fired }) => fired !== undefined), mostSeconds)

  for (const one of seen.values()) {
    await one.undo()
    one.undoneAt = Date.now()
  }
  say('everything is put right')
  await waitUntil(
    () => [...seen.values()].every(({ cleared }) => cleared !== undefined),
    clearSeconds,
  )
  clearInterval(watching)
  const late = [...seen].filter(
    ([, { fired = Number.POSITIVE_INFINITY, cleared }]) =>
      fired > mostSeconds || cleared === undefined,
  )
  if (late.length > 0) failure = late.map(([name]) => name).join(', ')
} catch (error) {
  failure = (error as Error).stack ?? String(error)
} finally {
  await endAll(endings).catch((error: Error) => {
    failure ??= error.message
  })
}
if (failure) console.error(failure)
const alerts = Object.fromEntries(
  [...seen].map(([name, { fired, cleared }]) => [
    name,
    { fired: fired ?? null, cleared: cleared ?? null },
  ]),
)
console.log(
  JSON.stringify({ watch: failure ? 'failed' : 'ok', seconds: Math.round(seconds()), alerts }),
)
process.exit(failure ? 1 : 0)
