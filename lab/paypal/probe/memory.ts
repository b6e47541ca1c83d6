import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Finding, NotAnswered } from './answer.ts'

/**
 * What one run leaves for the next: the things it made in PayPal, by their ids, and
 * what it has found.
 */
export type State = {
  /** Begins the number of every invoice that the probe makes. */
  run: string
  /** Tells whether the next run is about the same app, without naming it. */
  app: string
  startedAt: string
  /** How many invoice numbers were used. */
  numbers: number
  invoices: string[]
  things: Record<string, unknown>
  findings: Record<string, Finding>
}

export class Memory {
  readonly state: State
  readonly #write: (state: State) => void
  readonly #failed = new Map<string, NotAnswered>()

  constructor(state: State, write: (state: State) => void) {
    this.state = state
    this.#write = write
  }

  save(): void {
    this.#write(this.state)
  }

  /** The number of a new invoice, at most 25 characters as PayPal asks. */
  number(mark = ''): string {
    this.state.numbers += 1
    return `${this.state.run}-${this.state.numbers}${mark}`
  }

  /**
   * Makes a thing once, for all questions and all runs. A person who did not do his part is not
   * asked a second time in this run.
   */
  async once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.state.things[name] as T | undefined
    if (known !== undefined) return known
    const failed = this.#failed.get(name)
    if (failed) throw failed
    try {
      const made = await make()
      this.state.things[name] = made
      this.save()
      return made
    } catch (error) {
      if (error instanceof NotAnswered) this.#failed.set(name, error)
      throw error
    }
  }
}

/** Makes a thing once in this run: what was measured by the clock means nothing in the next. */
export function onceInRun<P extends object, T>(
  make: (probe: P) => Promise<T>,
): (probe: P) => Promise<T> {
  const made = new WeakMap<P, Promise<T>>()
  return (probe) => {
    const known = made.get(probe) ?? make(probe)
    made.set(probe, known)
    return known
  }
}

const fingerprint = (clientId: string) =>
  createHash('sha256').update(clientId).digest('hex').slice(0, 12)

/** A new memory, or the one of an earlier run. */
export function openMemory(
  file: string,
  options: { clientId: string; now: Date; resume: boolean; veil: (text: string) => string },
): Memory {
  const write = (state: State) =>
    writeFileSync(file, options.veil(`${JSON.stringify(state, null, 2)}\n`))
  const app = fingerprint(options.clientId)
  if (!options.resume) {
    const run =
      `PROBE-${Math.floor(Date.now() / 1000).toString(36)}${randomBytes(1).toString('hex')}`.toUpperCase()
    return new Memory(
      {
        run,
        app,
        startedAt: options.now.toISOString(),
        numbers: 0,
        invoices: [],
        things: {},
        findings: {},
      },
      write,
    )
  }
  if (!existsSync(file)) throw new Error(`There is nothing to resume: ${file} does not exist.`)
  const state = JSON.parse(readFileSync(file, 'utf8')) as State
  if (state.app !== app)
    throw new Error(`${file} is about another app: resume with the client id of that run.`)
  return new Memory(state, write)
}
