import type { ChildProcess } from 'node:child_process'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../ground/postgres.ts'
import { endProcess, spawnLogged, waitFor } from '../ground/processes.ts'

const root = new URL('../..', import.meta.url).pathname

type Place = { kind: 'api' | 'worker'; name: string; port: number; child?: ChildProcess }

/**
 * As upgrade.sh waits after an API: until the proxy has seen that it is ready (health_interval and
 * health_timeout of the shipped Caddyfile).
 */
const noticedMs = 3000

/**
 * Two APIs behind the proxy that compose.yml ships, and two workers. Each can be replaced by a
 * process of the same or of another release.
 */
export class Fleet {
  private readonly places: Place[]
  private readonly env: Record<string, string>
  private readonly proxy: ChildProcess
  /**
   * How long each process took from the signal to its end, and each API from its start
   * until it was ready.
   */
  readonly stopMs: number[] = []
  readonly startMs: number[] = []

  private constructor(places: Place[], env: Record<string, string>, proxy: ChildProcess) {
    this.places = places
    this.env = env
    this.proxy = proxy
  }

  static async start(
    dir: string,
    port: number,
    from: string,
    env: Record<string, string>,
  ): Promise<Fleet> {
    const ports = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${port}`
    const fleet = new Fleet(
      [
        ...ports.map((port, index): Place => ({ kind: 'api', name: `api-${index}`, port })),
        { kind: 'worker', name: 'worker-0', port: 0 },
        { kind: 'worker', name: 'worker-1', port: 0 },
      ],
      env,
      startProxy(dir, url, ports),
    )
    for (const place of fleet.places) await fleet.put(place, from)
    await waitFor(`${url}/api/health/ready`, fleet.proxy)
    return fleet
  }

  get size() {
    return this.places.length
  }

  /**
   * As a deployment does it: the old process is asked to end, and after an API the next one is
   * touched only when the new one is ready. Of a worker nobody waits for the start: the last
   * release cannot say when it is ready, and jobs wait for whichever comes.
   */
  async replace(index: number, from: string) {
    const place = this.places[index % this.places.length] as Place
    const child = place.child as ChildProcess
    const startedAt = performance.now()
    await endProcess(child, 60_000)
    if (child.exitCode !== 0)
      throw new Error(`${place.name} did not end by itself: ${child.exitCode ?? child.signalCode}`)
    this.stopMs.push(Math.round(performance.now() - startedAt))
    await this.put(place, from)
    if (place.kind === 'api') await sleep(noticedMs)
  }

  private async put(place: Place, from: string) {
    const { kind, name, port } = place
    const startedAt = performance.now()
    place.child = spawnLogged(['node', `apps/api/src/${kind === 'api' ? 'http' : 'worker'}.ts`], {
      cwd: from,
      env: { ...this.env, PORT: String(port) },
      log: openSync(`${root}.tmp/torture-deploy-${name}.log`, 'a'),
    })
    if (kind === 'api') await waitFor(`http://127.0.0.1:${port}/api/health/ready`, place.child)
    if (kind === 'api') this.startMs.push(Math.round(performance.now() - startedAt))
  }

  async stop() {
    await Promise.all(this.places.map(({ child }) => child && endProcess(child)))
    await endProcess(this.proxy)
  }
}

/** The proxy of compose.yml with our ports in place of its hosts. */
function startProxy(dir: string, url: string, ports: number[]): ChildProcess {
  const shipped = readFileSync(`${root}ops/compose/Caddyfile`, 'utf8')
  const file = `${dir}/Caddyfile`
  const ours = shipped.replace(
    'api1:3000 api2:3000',
    ports.map((port) => `127.0.0.1:${port}`).join(' '),
  )
  if (ours === shipped)
    throw new Error('The shipped Caddyfile names other hosts than this test knows')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${ours}`)
  return spawnLogged(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], {
    cwd: dir,
    env: { PAYDESK_HOST: url, PAYDESK_TLS: '', XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
    log: openSync(`${root}.tmp/torture-deploy-proxy.log`, 'a'),
  })
}
