import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

type Start = { cwd: string; env: Record<string, string> }

/**
 * The processes that a script started. If one ends, all are ended, then the registered endings run
 * in reverse order.
 */
export class Processes {
  private readonly children: { name: string; child: ChildProcess }[] = []
  private readonly endings: (() => Promise<unknown>)[] = []
  private ending: Promise<void> | undefined

  constructor() {
    process.on('SIGINT', () => void this.end(0))
    process.on('SIGTERM', () => void this.end(0))
  }

  start(
    name: string,
    [command, ...args]: [string, ...string[]],
    { cwd, env }: Start,
  ): ChildProcess {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) =>
        process.stdout.write(chunk.toString().replace(/^(?=.)/gm, `[${name}] `)),
      )
    }
    child.on('exit', (code) => {
      if (this.ending) return
      console.error(`${name} ended with ${code}`)
      void this.end(1)
    })
    this.children.push({ name, child })
    return child
  }

  /** A start that fails must not leave the others running. */
  async orEnd<T>(started: Promise<T>): Promise<T> {
    return started.catch(async (error) => {
      console.error(error instanceof Error ? error.message : error)
      await this.end(1)
      throw error
    })
  }

  atEnd(work: () => Promise<unknown>) {
    this.endings.push(work)
  }

  end(code: number): Promise<void> {
    this.ending ??= (async () => {
      await Promise.all(this.children.map(({ child }) => endProcess(child)))
      const failed = await endAll(this.endings).then(
        () => false,
        (error: Error) => {
          console.error(error.message)
          return true
        },
      )
      process.exit(failed ? 1 : code)
    })()
    return this.ending
  }
}

/**
 * Runs all endings, the last one first. If one fails the others still run, and then its
 * error is thrown.
 */
export async function endAll(endings: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const end of endings.splice(0).reverse())
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/** Starts a process of a test stack: output goes to a file, and the caller ends the process. */
export const spawnLogged = (
  [command, ...args]: [string, ...string[]],
  { cwd, env, log }: Start & { log: number },
): ChildProcess =>
  spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log] })

export async function endProcess(child: ChildProcess, graceMs = 8000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(timer)
}

/**
 * Waits until the process answers. If it has ended, what answers there is another one, or
 * nothing ever will.
 */
export async function waitFor(url: string, child: ChildProcess, timeoutMs = 90_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(
        `${child.spawnargs.join(' ')} ended with ${child.exitCode ?? child.signalCode} before ${url} answered`,
      )
    if (ok) return
    await sleep(100)
  }
  throw new Error(`${url} did not answer within ${timeoutMs} ms`)
}
