// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { readVersion } from './lib/version.ts'
import { testApp } from './test/testApp.ts'

const t = testApp()
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** Returns once the process has logged `sign`, or has ended. */
async function start(
  entry: 'http.ts' | 'worker.ts',
  sign: string,
  env: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [new URL(entry, import.meta.url).pathname], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: t.runtimeUrl,
      PORT: '0',
      WATCH_PORT: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  while (child.exitCode === null && !output.includes(sign)) await sleep(20)
  const watched = output.split('\n').find((line) => line.includes('watched here'))
  const port = watched && (JSON.parse(watched) as { port: number }).port
  return {
    child,
    output: () => output,
    watch: `http://127.0.0.1:${port}`,
    url: /listening at (http:\/\/[\d.:]+)/.exec(output)?.[1] ?? '',
  }
}
const ask = async (url: string) => {
  const answer = await fetch(url)
  return {
    status: answer.status,
    text: await answer.text(),
    type: answer.headers.get('content-type'),
  }
}
async function until(url: string, status: number) {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await ask(url)
    if (answer.status === status) return answer.text
    await sleep(50)
  }
  throw new Error(`${url} never answered ${status}`)
}

test('the API is watched at a port of its own, and its public port knows nothing of it', async () => {
  const { watch, url } = await start('http.ts', 'listening at')
  expect(await until(`${watch}/ready`, 200)).toBe('ready\n')
  expect(await ask(`${watch}/live`)).toMatchObject({ status: 200, text: 'live\n' })
  await fetch(`${url}/api/currentUser?who=someone@personal.example`)
  await fetch(`${url}/api/payPalBill/0192b0aa-0000-7000-8000-000000000000`)
  await fetch(`${url}/no/such/page`)
  const { status, text, type } = await ask(`${watch}/metrics`)
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(text).toContain(
    'paydesk_http_request_seconds_count{route="/api/currentUser",method="GET",status="4xx"} 1',
  )
  expect(text).toContain(
    'paydesk_http_request_seconds_count{route="/api/payPalBill/:id",method="GET",status="4xx"} 1',
  )
  expect(text).toContain(`paydesk_build_info{process="api",version="${readVersion().version}"`)
  expect(text).toMatch(/paydesk_pool_size\{pool="main"\} 10/)
  expect(text).toMatch(/nodejs_eventloop_lag_seconds [\d.e-]+/)
  expect(text).toMatch(/paydesk_figures_failed\{group="operations"\} 0/)
  expect(text).not.toMatch(/someone@|0192b0aa/)
  for (const path of ['/metrics', '/ready', '/live'])
    expect((await ask(url + path)).text).not.toMatch(/paydesk_|^ready|^live/)
  expect((await ask(`${watch}/api/health/ready`)).status).toBe(404)
  expect((await fetch(`${watch}/metrics`, { method: 'POST' })).status).toBe(405)
})

test('the worker is ready when it fetches jobs and looks for events, and says what it did', async () => {
  const { watch } = await start('worker.ts', '"working"')
  expect(await until(`${watch}/ready`, 200)).toBe('ready\n')
  await t.jobs.boss.send('ledger.verify', {})
  const done = /paydesk_job_seconds_count\{job="ledger.verify",outcome="done"\} [1-9]/
  let text = ''
  for (let tries = 0; tries < 100 && !done.test(text); tries++) {
    await sleep(100)
    text = (await ask(`${watch}/metrics`)).text
  }
  expect(text).toMatch(done)
})

test('the port is there before the database is: alive, and not ready', async () => {
  // It takes connections and never says a word.
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const url = new URL(t.runtimeUrl)
  url.port = String(port)
  const { watch } = await start('http.ts', 'watched here', { DATABASE_URL: url.href })
  expect(await ask(`${watch}/live`)).toMatchObject({ status: 200 })
  expect(await ask(`${watch}/ready`)).toMatchObject({ status: 503, text: 'starting\n' })
  const { text } = await ask(`${watch}/metrics`)
  expect(text).toContain('paydesk_build_info')
  // By it the alerts know that nobody is served, though all processes run.
  expect(text).toContain('paydesk_ready{process="api"} 0')
  silent.close()
})

test('a port that somebody else has does not stop the process', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const { url, output } = await start('http.ts', 'listening at', { WATCH_PORT: String(port) })
  expect((await ask(`${url}/api/health/ready`)).status).toBe(200)
  expect(output()).toContain('the port for watching cannot be used')
  other.close()
})

test('without a port nothing listens', async () => {
  const { url, output } = await start('http.ts', 'listening at', { WATCH_PORT: '' })
  expect((await ask(`${url}/api/health/ready`)).status).toBe(200)
  expect(output()).not.toContain('watched here')
})

test('a process that stops is not ready, and ends although it is watched', async () => {
  const { watch, child } = await start('http.ts', 'listening at', { SHUTDOWN_DRAIN_MS: '600' })
  await until(`${watch}/ready`, 200)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  expect(await until(`${watch}/ready`, 503)).toBe('stopping\n')
  expect(await ended).toBe(0)
})
