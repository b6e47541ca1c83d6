import type { ChildProcess } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess, spawnLogged, waitFor } from '../ground/processes.ts'

export type Kind = 'api' | 'worker'
type Environment = Record<string, string>

/** One process of the product, with its ports and additional environment variables. */
export type Part = {
  kind: Kind
  name: string
  /** Port of an API; 0 for a worker. */
  port: number
  /** Port of /metrics and /ready; 0 without the option `watched`. */
  watchPort: number
  env: Environment
  /** Node flags. */
  flags: string[]
  /** The folder whose code runs: this repository, or one with another release. */
  from: string
}

/** How a part is run: as a process of this machine, or as one that stands for a container. */
export type Run = (part: Part, env: Environment, log: string) => ChildProcess

/** The file of `apps/api/src` that each kind runs. */
export const entries: Record<Kind, string> = { api: 'http.ts', worker: 'worker.ts' }
export const asNode: Run = ({ kind, flags, from }, env, log) =>
  spawnLogged(['node', ...flags, `apps/api/src/${entries[kind]}`], {
    cwd: from,
    env,
    log: openSync(log, 'a'),
  })

/** A process that exited unexpectedly. */
export type Ended = { at: string; name: string; how: string; lastWords: string }

type Options = {
  /** Environment of all parts. A change applies when a part starts again. */
  env: Environment
  run?: Run | undefined
  /** Restarts a crashed part after this delay, like its systemd unit. */
  againAfterMs?: number | undefined
  logOf: (name: string) => string
}

/** A part and the process that runs it now. */
export class Place {
  readonly part: Part
  child: ChildProcess | undefined
  private readonly crew: Crew
  private readonly asked = new Set<ChildProcess>()
  constructor(crew: Crew, part: Part) {
    this.crew = crew
    this.part = part
  }

  get url() {
    return `http://127.0.0.1:${this.part.port}`
  }

  start(): ChildProcess {
    const { env, run, logOf } = this.crew.options
    const { kind, name, port, watchPort } = this.part
    const child = (run ?? asNode)(
      this.part,
      {
        ...env,
        ...(kind === 'api' && { PORT: String(port) }),
        ...(watchPort > 0 && { WATCH_PORT: String(watchPort) }),
        ...this.part.env,
      },
      logOf(name),
    )
    this.child = child
    child.once('exit', (code, signal) => {
      if (!this.asked.has(child)) void this.crew.hasEnded(this, code ?? signal)
    })
    return child
  }

  /** Waits until an API answers, or a watched worker works. */
  async ready(timeoutMs?: number): Promise<void> {
    const { kind, watchPort } = this.part
    const address = kind === 'api' ? `${this.url}/api/health/ready` : watchedReady(watchPort)
    if (address && this.child) await waitFor(address, this.child, timeoutMs)
  }

  /** Kills it without warning, and waits until it is gone. */
  async kill(): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    this.asked.add(child)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  /** Stops it like its systemd unit. */
  async end(graceMs?: number): Promise<void> {
    if (!this.child) return
    this.asked.add(this.child)
    await endProcess(this.child, graceMs)
  }
}

const watchedReady = (port: number) => (port > 0 ? `http://127.0.0.1:${port}/ready` : undefined)

/** The processes of one installation: APIs and workers. */
export class Crew {
  readonly options: Options
  readonly places: Place[]
  readonly ended: Ended[] = []
  kills = 0
  private isOver = false
  constructor(options: Options, parts: Part[]) {
    this.options = options
    this.places = parts.map((part) => new Place(this, part))
  }

  get apis() {
    return this.places.filter(({ part }) => part.kind === 'api')
  }
  get workers() {
    return this.places.filter(({ part }) => part.kind === 'worker')
  }
  get processes() {
    return this.places.map(({ part: { kind, name }, child }) => ({
      kind,
      name,
      pid: child?.pid ?? 0,
    }))
  }

  /** The APIs first; each worker when they answer. `more` counts for every later start too. */
  async start(more: { env?: Environment; flags?: string[] } = {}): Promise<void> {
    for (const { part } of this.places) {
      Object.assign(part.env, more.env)
      part.flags = more.flags ?? part.flags
    }
    for (const places of [this.apis, this.workers]) {
      for (const place of places) place.start()
      await Promise.all(places.map((place) => place.ready()))
    }
  }

  async stop(): Promise<void> {
    this.isOver = true
    await Promise.all(this.places.map((place) => place.end()))
  }

  /** Stops all parts. `start` may be called again. */
  async end(): Promise<void> {
    await Promise.all(this.places.map((place) => place.end()))
  }

  /** Kills one and starts another one in its place at once. */
  async replace(place: Place): Promise<void> {
    this.kills++
    await place.kill()
    if (!this.isOver) place.start()
  }

  /** Kills a part without waiting. It restarts like one that crashed. */
  strike(name: string): void {
    const place = this.places.find(({ part }) => part.name === name)
    if (!place) return
    this.kills++
    void place.kill().then(() => this.startAgain(place))
  }

  /** The same for all of a kind. */
  strikeAll(kind: Kind): void {
    for (const { part } of this.places) if (part.kind === kind) this.strike(part.name)
  }

  /**
   * Stops all for a while without ending them, so that they take no part in what is measured
   * meanwhile.
   */
  async whilePaused<T>(work: () => Promise<T>): Promise<T> {
    for (const { child } of this.places) child?.kill('SIGSTOP')
    try {
      return await work()
    } finally {
      for (const { child } of this.places) child?.kill('SIGCONT')
    }
  }

  /** Called when a part exits unexpectedly. */
  async hasEnded(place: Place, how: number | string | null): Promise<void> {
    if (this.isOver) return
    const { name } = place.part
    const lastWords = lastWordsIn(this.options.logOf(name))
    this.ended.push({ at: new Date().toISOString(), name, how: String(how), lastWords })
    await this.startAgain(place)
  }

  private async startAgain(place: Place): Promise<void> {
    if (this.options.againAfterMs === undefined) return
    await sleep(this.options.againAfterMs)
    if (!this.isOver) place.start()
  }
}

/**
 * The error with which a process ended: the last line that names one and is no line of the log,
 * which is JSON.
 */
function lastWordsIn(file: string): string {
  if (!existsSync(file)) return ''
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-80)
  return (lines.findLast((line) => /^\S*error:? /i.test(line)) ?? lines.at(-1) ?? '').slice(0, 300)
}
