/**
 * `npm run torture -- files --seed N [--shapes 200]`: uploads hostile files, tables and workbooks
 * of 2 MB and pictures of 1 MB, to a real API process as a signed-in user, two at a time. Each is
 * answered within 2 s and never with a fault of the server; meanwhile another process asks for the
 * API's health every 20 ms and never waits over 100 ms.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { underTorture } from '../../stack/options.ts'
import { labPassword } from '../../world/accounts.ts'
import { type Shape, shapes } from './shapes.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { seed: { type: 'string', default: '1' }, shapes: { type: 'string', default: '200' } },
})
const [seed, count] = [Number(values.seed), Number(values.shapes)]
/**
 * A short run shares the machine with others, so only a process that stands still is told from
 * one that is slow.
 */
const bars = count >= 100 ? { answerMs: 2000, healthMs: 100 } : { answerMs: 8000, healthMs: 1500 }
const startedAt = Date.now()
const say = (text: string) =>
  console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(4)} s  ${text}`)

type Health = {
  asked: number
  failed: number
  p50: number
  p99: number
  max: number
  over100: number
  askerLate: number
}
const slow: { name: string; ms: number; status: number }[] = []
const statuses: Record<string, number> = {}
let slowest = 0
let quiet: Health
let under: Health

// All files are made before: making them is work of this process, and the API is to
// have the machine.
const files = [...shapes(count, seed)]
say(
  `${files.length} files, ${Math.round(files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1024 / 1024)} MB`,
)
const stack = await openStack(
  underTorture({ name: 'torture-files', accounts: 0, workers: 0, seed }),
)
try {
  const token = await new Client(stack.api).signIn('admin', labPassword)
  const probe = spawn('node', [new URL('probe.ts', import.meta.url).pathname, stack.api], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: probe.stdout })[Symbol.asyncIterator]()
  const told = async (): Promise<Health> => JSON.parse((await lines.next()).value ?? '{}')

  const upload = async ({ name, path, bytes }: Shape) => {
    const from = performance.now()
    const response = await fetch(stack.api + path, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    })
    const { errorCode } = (await response.json()) as { errorCode: string | null }
    const ms = Math.round(performance.now() - from)
    const what = errorCode ?? String(response.status)
    statuses[what] = (statuses[what] ?? 0) + 1
    slowest = Math.max(slowest, ms)
    if (ms > bars.answerMs || response.status >= 500)
      slow.push({ name, ms, status: response.status })
  }
  // A first file of each kind: the threads load their modules, which no later file waits for.
  await upload({
    name: 'first table',
    path: '/api/payPalBill/import/check',
    bytes: Buffer.from('a,b\n1,2'),
  })
  await upload({ name: 'first picture', path: '/api/account/avatar', bytes: Buffer.from('a') })
  await sleep(1000)
  probe.stdin.write('\n')
  await told()
  await sleep(3000)
  probe.stdin.write('\n')
  quiet = await told()
  say(`the API at rest: ${JSON.stringify(quiet)}`)

  const waiting = files.values()
  const uploader = async () => {
    for (const file of waiting) await upload(file)
  }
  await Promise.all([uploader(), uploader()])
  probe.stdin.end()
  under = await told()
  if (probe.exitCode === null) await once(probe, 'exit')
} finally {
  await stack.stop()
}

const missed = [
  ...slow.map(({ name, ms, status }) => `${name}: ${status} after ${ms} ms`),
  ...(under.max > bars.healthMs ? [`health after ${under.max} ms`] : []),
  ...(under.failed > 0 ? [`${under.failed} health checks failed`] : []),
  ...(under.asked < files.length ? [`asked for health only ${under.asked} times`] : []),
]
console.log(
  JSON.stringify({
    torture: 'files',
    seed,
    shapes: files.length,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    slowestMs: slowest,
    health: under,
    healthAtRest: quiet,
    answers: statuses,
    bars,
    missed,
  }),
)
process.exit(missed.length > 0 ? 1 : 0)
