/**
 * Answers whether the simulator is ever the bottleneck, with two figures: signed events delivered a
 * second, and 500-row transaction pages. The receiver runs in its own process and verifies nothing,
 * so only the simulator is measured. `--short` reports the speeds and fails only when an event or a
 * page is missing. The last line is one JSON object.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type SimAccount, Simulator } from '../../world/simulator.ts'

const short = process.argv.includes('--short')
const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    events: { type: 'string', default: short ? '2000' : '10000' },
    rows: { type: 'string', default: short ? '18000' : '99000' },
    pages: { type: 'string', default: short ? '30' : '60' },
    memory: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const folder = mkdtempSync(join(tmpdir(), 'sim-bench-'))

function launch(
  args: string[],
  ready: RegExp,
): Promise<{ child: ChildProcess; match: RegExpExecArray }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let seen = ''
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args[0]} exited with ${code}`)))
    child.stdout?.on('data', (chunk) => {
      seen += String(chunk)
      const match = ready.exec(seen)
      if (match) resolve({ child, match })
    })
  })
}

const sink = `
const { createServer } = require('node:http')
const server = createServer((q, r) => { q.resume(); q.on('end', () => { r.writeHead(204); r.end() }) })
server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port))`

const receiver = await launch(['-e', sink], /port (\d+)/)
const store = values.memory ? ['--memory'] : ['--file', join(folder, 'sim.db')]
const sim = await Simulator.start(['--port', '0', '--tls-port', '0', ...store])
const base = sim.url
const { clientId, secret } = sim.accounts[0] as SimAccount

async function json<T = Record<string, string>>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(base + path, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
  return JSON.parse(text || '{}') as T
}
const token = await json('/v1/oauth2/token', {
  method: 'POST',
  headers: {
    authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: 'grant_type=client_credentials',
})
const headers = {
  authorization: `Bearer ${token.access_token}`,
  'content-type': 'application/json',
  prefer: 'return=representation',
}
const post = (path: string, body: unknown) =>
  json(path, { method: 'POST', headers, body: JSON.stringify(body) })
const control = (action: string, body: unknown) =>
  json(`/sim/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const state = () =>
  json<{
    now: string
    cpuMs: number
    accounts: { id: string }[]
    counts: { delivered: number; failedAttempts: number }
  }>('/sim/state')

await post('/v1/notifications/webhooks', {
  url: `http://127.0.0.1:${receiver.match[1]}/hook`,
  event_types: [{ name: '*' }],
})
const invoice = await post('/v2/invoicing/invoices', {
  detail: { currency_code: 'USD' },
  items: [{ name: 'Thing', quantity: '1', unit_amount: { currency_code: 'USD', value: '10.00' } }],
})

async function measureEvents(count: number): Promise<number> {
  const before = (await state()).counts.delivered
  const start = performance.now()
  for (let left = count; left > 0; left -= 1000)
    await control('burst', { invoiceId: invoice.id, count: Math.min(1000, left) })
  while ((await state()).counts.delivered - before < count)
    await new Promise((resolve) => setTimeout(resolve, 25))
  return (count / (performance.now() - start)) * 1000
}
await measureEvents(1000)
const eventRates: number[] = []
const cpuBefore = (await state()).cpuMs
for (let run = 0; run < 3; run++)
  eventRates.push(Math.round(await measureEvents(Number(values.events))))

const cpuPerEventUs = Math.round(
  (((await state()).cpuMs - cpuBefore) * 1000) / (3 * Number(values.events)),
)
const accountId = (await state()).accounts[0]?.id
// The rows are spread over time, so that a page is cut out of a window as in life: a query may hold
// at most 10,000 rows.
const perWindow = 9_000
const windows: [string, string][] = []
for (let made = 0; made + perWindow <= Number(values.rows); made += perWindow) {
  const from = (await state()).now.replace(/\.\d+Z/, 'Z')
  await control('addRows', { accountId, count: perWindow })
  await control('advanceClock', { hours: 0.01 })
  const to = new Date(Date.parse((await state()).now) - 2000).toISOString().replace(/\.\d+Z/, 'Z')
  windows.push([from, to])
}
const times: number[] = []
const cpuBeforePages = (await state()).cpuMs
let bytes = 0
for (let i = 0; i < Number(values.pages); i++) {
  const [from, to] = windows[i % windows.length] as [string, string]
  const start = performance.now()
  const answer = await fetch(
    `${base}/v1/reporting/transactions?start_date=${from}&end_date=${to}&fields=all&page_size=500&page=${1 + (i % 15)}`,
    { headers },
  )
  const page = Buffer.from(await answer.arrayBuffer())
  bytes = page.length
  if (i >= 5) times.push(performance.now() - start)
  if (JSON.parse(page.toString()).transaction_details?.length !== 500)
    throw new Error(`page: ${answer.status}`)
}
const cpuPerPageMs = Number(
  (((await state()).cpuMs - cpuBeforePages) / Number(values.pages)).toFixed(1),
)
times.sort((a, b) => a - b)
const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1))

receiver.child.removeAllListeners('exit')
receiver.child.kill('SIGKILL')
await sim.stop()
rmSync(folder, { recursive: true, force: true })
const best = Math.max(...eventRates)
const reached = best >= 2000 && at(0.95) < 50
console.log(
  JSON.stringify({
    bench: 'sim',
    store: values.memory ? 'memory' : 'sqlite',
    signedEventsPerSecond: best,
    runs: eventRates,
    target: 2000,
    cpuPerEventUs,
    rows: Number(values.rows),
    page500Ms: { p50: at(0.5), p95: at(0.95), max: at(0.999) },
    cpuPerPageMs,
    pageBytes: bytes,
    pageTargetMs: 50,
    cores: cpus().length,
    loadAverage: Number((loadavg()[0] ?? 0).toFixed(1)),
    reached,
  }),
)
process.exit(reached || short ? 0 : 1)
