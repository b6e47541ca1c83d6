import type { ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess, spawnLogged, waitFor } from '../ground/processes.ts'

const root = new URL('../..', import.meta.url).pathname
const againAfterMs = 500

type Place = {
  kind: 'api' | 'worker'
  name: string
  port: number
  watchPort: number
  log: number
  child?: ChildProcess
  killed?: ChildProcess
}
export type Ended = { at: string; name: string; how: string; lastWords: string }

/**
 * Two APIs and two workers. Whatever ends is started again, as a unit's `Restart=always` does; what
 * ended by itself is remembered.
 */
export class Product {
  readonly apis: string[]
  /** Processes that ended though nobody killed them. */
  readonly ended: Ended[] = []
  kills = 0
  private readonly places: Place[]
  private readonly env: Record<string, string>
  private readonly logs: string
  private stopping = false

  private constructor(places: Place[], env: Record<string, string>, logs: string) {
    this.places = places
    this.env = env
    this.logs = logs
    this.apis = places
      .filter(({ kind }) => kind === 'api')
      .map(({ port }) => `http://127.0.0.1:${port}`)
  }

  /** `ports` are those of the two APIs, then those where the four processes are watched. */
  static async start(ports: number[], env: Record<string, string>, logs: string): Promise<Product> {
    mkdirSync(logs, { recursive: true })
    const names = ['api-0', 'api-1', 'worker-0', 'worker-1']
    const places = names.map(
      (name, index): Place => ({
        kind: index < 2 ? 'api' : 'worker',
        name,
        port: index < 2 ? (ports[index] as number) : 0,
        watchPort: ports[index + 2] as number,
        log: openSync(`${logs}/${name}.log`, 'a'),
      }),
    )
    const product = new Product(places, env, logs)
    for (const place of places) product.run(place)
    // From now on an end is the product's and no longer the start's.
    await Promise.all(
      places.map(({ kind, port, watchPort, child }) =>
        waitFor(
          kind === 'api'
            ? `http://127.0.0.1:${port}/api/health/ready`
            : `http://127.0.0.1:${watchPort}/ready`,
          child as ChildProcess,
        ),
      ),
    )
    return product
  }

  get processes() {
    return this.places.map(({ kind, name, child }) => ({ kind, name, pid: child?.pid ?? 0 }))
  }

  /** Kills one process without a word. It is started again at once. */
  kill(name: string) {
    const place = this.places.find((one) => one.name === name)
    if (!place?.child) return
    this.kills++
    place.killed = place.child
    place.child.kill('SIGKILL')
  }

  killAll(kind: 'api' | 'worker') {
    for (const place of this.places) if (place.kind === kind) this.kill(place.name)
  }

  async stop() {
    this.stopping = true
    await Promise.all(this.places.map(({ child }) => child && endProcess(child)))
  }

  private run(place: Place) {
    const { kind, name, port, watchPort, log } = place
    const child = spawnLogged(['node', `apps/api/src/${kind === 'api' ? 'http' : 'worker'}.ts`], {
      cwd: root,
      env: { ...this.env, PORT: String(port), WATCH_PORT: String(watchPort) },
      log,
    })
    place.child = child
    const restart = async (code: number | null, signal: NodeJS.Signals | null) => {
      if (this.stopping) return
      if (place.killed !== child)
        this.ended.push({
          at: new Date().toISOString(),
          name,
          how: String(code ?? signal),
          lastWords: lastWords(`${this.logs}/${name}.log`),
        })
      await sleep(againAfterMs)
      if (!this.stopping) this.run(place)
    }
    child.once('exit', (code, signal) => void restart(code, signal))
  }
}

/**
 * The error with which a process ended: the last line that names one and is no line of the
 * log, which is JSON.
 */
function lastWords(file: string): string {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-80)
  return (lines.findLast((line) => /^\S*error:? /i.test(line)) ?? lines.at(-1) ?? '').slice(0, 300)
}
