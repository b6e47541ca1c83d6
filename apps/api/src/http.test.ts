// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { readVersion } from './lib/version.ts'
import { make, password } from './test/make.ts'
import { testApp } from './test/testApp.ts'

const t = testApp()
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** Returns once the process has logged `sign`, or has ended without logging it. */
async function start(entry: 'http.ts' | 'worker.ts', sign: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [new URL(entry, import.meta.url).pathname], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: t.runtimeUrl,
      PORT: '0',
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
  return {
    child,
    url: /listening at (http:\/\/[\d.:]+)/.exec(output)?.[1] as string,
    output: () => output,
  }
}
const startApi = (env: Record<string, string> = {}) => start('http.ts', 'listening at', env)

test.each([
  ['api', 'http.ts', 'listening at'],
  ['worker', 'worker.ts', '"working"'],
] as const)(
  'the first line of the %s’s log says which version runs',
  async (process, entry, sign) => {
    const { output } = await start(entry, sign, {})
    expect(JSON.parse(output().split('\n')[0] ?? '')).toMatchObject({
      process,
      msg: 'starting',
      ...readVersion(),
    })
  },
)

test('one structured line per request with an id, a user and no secret', async () => {
  const user = await make.operator(t)
  const { url, output } = await startApi()
  const signedIn = await fetch(`${url}/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: user.username, password }),
  })
  const { data } = (await signedIn.json()) as { data: { token: string } }
  const asked = await fetch(`${url}/api/currentUser?canary=query-canary`, {
    headers: { authorization: data.token },
  })
  await fetch(`${url}/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"x","password":"canary-password"',
  })
  await sleep(100)
  const lines = output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatchObject({
    process: 'api',
    reqId: asked.headers.get('x-request-id'),
    route: '/api/currentUser',
    status: 200,
    userId: user.userId,
    companyId: user.companyId,
  })
  for (const secret of [password, data.token, user.token, 'canary-password', 'query-canary'])
    expect(output()).not.toContain(secret)
})

test('on a stop signal it finishes what is under way, takes nothing new and exits cleanly', async () => {
  const user = await make.operator(t)
  const { child, url } = await startApi()
  const blocker = new pg.Client({ connectionString: t.ownerUrl })
  await blocker.connect()
  await blocker.query('begin; lock table bill in access exclusive mode')
  const slow = fetch(`${url}/api/payPalBill`, { headers: { authorization: user.token } })
  await sleep(300)
  child.kill('SIGTERM')
  await sleep(300)
  await expect(fetch(`${url}/api/health/live`)).rejects.toThrow()
  await blocker.query('commit')
  await blocker.end()
  expect((await slow).status).toBe(200)
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})

test('while draining it still serves, but says that it is not ready', async () => {
  const { child, url } = await startApi({ SHUTDOWN_DRAIN_MS: '1500' })
  child.kill('SIGTERM')
  await sleep(200)
  expect((await fetch(`${url}/api/health/live`)).status).toBe(200)
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(503)
  await once(child, 'exit')
})

test.each([
  ['the owner’s login', () => ({ DATABASE_URL: t.ownerUrl }), /must be a member of paydesk_app/],
  [
    'a port that is not a number',
    () => ({ PORT: 'http' }),
    /^Configuration: PORT must be a whole number from 0 to 65535\n$/,
  ],
])('it refuses to start with %s', async (_, env, reason) => {
  const { child, output } = await startApi(env())
  expect(child.exitCode).toBe(78)
  expect(output()).not.toMatch(/^\s+at /m)
  expect(output()).toMatch(reason)
})
