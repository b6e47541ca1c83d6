import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { newMasterKey } from '../../../apps/api/src/lib/secret.ts'
import { runtimeLogin } from '../../ground/database.ts'
import { installed } from '../../ground/installed.ts'
import { type Endings, privateDatabase } from '../../ground/openDatabase.ts'
import { endAll, spawnLogged } from '../../ground/processes.ts'
import { root } from '../../ground/root.ts'
import { knows } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { containers } from '../containers.ts'

const mostMegabytes = 250
const mostStopMs = 5000
const password = 'Thirty-two grey lamps'

/**
 * Runs the image as an installation would: read-only, without rights, as its own user, against a
 * real PostgreSQL; then stops it.
 */
export async function smoke(tag: string) {
  installed({ podman: 'podman', runc: 'runc' })
  const endings: Endings = []
  try {
    const settings = { PAYDESK_MASTER_KEYS: newMasterKey('image'), TRUST_PROXY: 'none' }
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
    const nameOf = (part: string) => `paydesk-image-${part}-${process.pid}`
    let podman = (..._: string[]): string => ''
    const once = (env: Record<string, string>, ...args: string[]) =>
      podman('run', '--rm', ...options(env), tag, ...args)
    const stack = await openStack({
      name: 'image-test',
      apis: 1,
      workers: 1,
      database: (dir, end) => {
        podman = containers(dir)
        const prepare = async (ownerUrl: string) => {
          once({ DATABASE_OWNER_URL: ownerUrl }, 'migrate')
          return { runtimeUrl: await runtimeLogin(ownerUrl) }
        }
        return privateDatabase({ prepare })(dir, end)
      },
      fill: async ({ env }) => {
        const person = {
          PAYDESK_COMPANY: 'Image',
          PAYDESK_COMPANY_CODE: 'IM',
          PAYDESK_COUNTRY: 'GB',
          PAYDESK_TIMEZONE: 'Europe/London',
        }
        const admin = { PAYDESK_USERNAME: 'root', PAYDESK_PASSWORD: password }
        once({ ...inImage(env), ...person, ...admin }, 'bootstrap')
        return {}
      },
      env: settings,
      run: ({ kind, name }, env, log) =>
        spawnLogged(
          ['podman', 'run', '--rm', '--name', nameOf(name), ...options(inImage(env)), tag, kind],
          { cwd: root, env: {}, log: openSync(log, 'a') },
        ),
      held: true,
      endings,
    })
    const version = once({}, 'version')
    const { port } = new URL(stack.api)
    const started: Record<string, number> = {}
    const stopped: Record<string, number> = {}
    for (const place of stack.crew.places) {
      const { kind, name } = place.part
      const startedAt = performance.now()
      place.start()
      endings.push(() => podman('rm', '--force', '--ignore', '--time', '1', nameOf(name)))
      await soon(`${kind} at work`, () =>
        kind === 'api'
          ? isReady(Number(port))
          : readFileSync(stack.crew.options.logOf(name), 'utf8').includes('"working"'),
      )
      started[kind] = Math.round(performance.now() - startedAt)
    }
    const inside = (program: string) =>
      podman('exec', nameOf('api-0'), 'node', '--eval', program).trim()
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
      (await signsIn(stack.api)) ? [] : ['the super admin cannot sign in'],
      (
        await fetch(`${stack.api}/user/login`, {
          headers: { accept: 'text/html' },
        }).then((answer) => answer.text())
      ).includes('<div id="root">')
        ? []
        : ['the console is not served'],
    ].flat()
    for (const place of stack.crew.places) {
      const { kind } = place.part
      const stoppedAt = performance.now()
      await place.end(40_000)
      stopped[kind] = Math.round(performance.now() - stoppedAt)
      const how = place.child?.exitCode ?? place.child?.signalCode
      if (how !== 0) faults.push(`${kind} ended with ${how}`)
      if ((stopped[kind] ?? 0) > mostStopMs) faults.push(`${kind} took ${stopped[kind]} ms to stop`)
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

/** A super admin sets up a second factor before anything else. */
const signsIn = (api: string) => knows(api, 'root', password)

/** The settings of this stack that an image is given: no paths of this machine. */
function inImage({ NODE_COMPILE_CACHE: _, ...env }: Record<string, string>) {
  return { ...env, HOST: '127.0.0.1' }
}
