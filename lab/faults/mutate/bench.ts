/** A copy of the tree with a warm Vitest in it: mutants are planted in it one at a time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from '../fault.ts'
import { isSql, planted } from '../faults.ts'
import type { sharedPostgres } from '../postgres.ts'
import { copyTree } from '../tree.ts'
import { type Change, withMutant } from './mutant.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { FileResult, Reply, Request } from './protocol.ts'

export type Bench = Awaited<ReturnType<typeof openBench>>

const starting = 60_000

export async function openBench(
  dir: string,
  postgres: Awaited<ReturnType<typeof sharedPostgres>>,
  name: string,
) {
  copyTree(dir)
  const reachedDir = join(dir, '.tmp/reached')
  let session: ChildProcess | undefined
  let runs = 0

  async function start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [join(dir, 'lab/faults/mutate/session.ts')], {
      cwd: dir,
      env: { ...process.env, CI: '', REACHED_SITES_DIR: reachedDir },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    })
    await answerOf(child, starting)
    if (!child.connected) throw new Error('The test session did not start')
    return child
  }

  /** Undefined if the time was up. */
  function answerOf(child: ChildProcess, milliseconds: number): Promise<Reply | undefined> {
    return new Promise((resolve) => {
      const finish = (reply: Reply | undefined) => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve(reply)
      }
      const timer = setTimeout(() => {
        kill(child)
        finish(undefined)
      }, milliseconds)
      child.once('message', (reply: Reply) => finish(reply))
      child.once('exit', () => finish({ files: [], error: 'the tests’ process ended' }))
    })
  }

  // Vitest's workers are in the process group of the session.
  function kill(child: ChildProcess) {
    session = undefined
    if (!child.pid || child.exitCode !== null) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It ended meanwhile.
    }
  }

  async function ask(request: Omit<Request, 'postgresUrl'>, milliseconds: number, fault?: Fault) {
    runs += 1
    const database = await postgres.forFault(`${name}_${runs}`, fault)
    try {
      if (!session?.connected) session = await start()
      const answer = answerOf(session, milliseconds)
      session.send({ ...request, postgresUrl: database.url } satisfies Request)
      const reply = await answer
      if (reply?.error) kill(session)
      return reply
    } finally {
      await database.close()
    }
  }

  /** Puts texts in files of the copy until `work` is done. */
  async function withTexts<T>(texts: Map<string, string>, work: () => Promise<T>): Promise<T> {
    const before = new Map(
      [...texts.keys()].map((file) => [file, readFileSync(join(dir, file), 'utf8')]),
    )
    for (const [file, text] of texts) writeFileSync(join(dir, file), text)
    try {
      return await work()
    } finally {
      for (const [file, text] of before) writeFileSync(join(dir, file), text)
      touched.push(...texts.keys())
    }
  }
  const touched: string[] = []
  const takeTouched = () => touched.splice(0)
  const textOf = (file: string) => readFileSync(join(dir, file), 'utf8')

  /**
   * Runs the tests in growing groups until one of them fails; `milliseconds` is the limit for each
   * group.
   */
  function runGroups(
    texts: Map<string, string>,
    files: string[],
    { milliseconds, fault }: { milliseconds: number; fault?: Fault },
  ): Promise<Outcome> {
    return withTexts(texts, async () => {
      let outcome: Outcome = { outcome: 'invalid', by: 'no test ran' }
      let changed = [...texts.keys(), ...takeTouched()]
      for (const group of groupsOf(files)) {
        // Vitest can hang when it gives up files that wait: so only a group of one ends at its
        // first failure.
        const bail = group.length === 1 ? 1 : 0
        const request = { files: group, changed, bail, recording: false }
        outcome = outcomeOf(await ask(request, milliseconds, fault))
        if (outcome.outcome !== 'survived') return outcome
        changed = []
      }
      return outcome
    })
  }

  return {
    /** Runs the tests without a mutant; `noted` are files that write down what is reached. */
    async record(noted: Map<string, string>, files: string[], milliseconds: number) {
      rmSync(reachedDir, { recursive: true, force: true })
      return withTexts(noted, async () => {
        const changed = [...noted.keys(), ...takeTouched()]
        const request = { files, changed, bail: 0, recording: true }
        const reply = await ask(request, milliseconds)
        return { results: reply?.files ?? [], error: reply?.error, reached: readReached() }
      })
    },
    /** Runs the tests with a mutant that an operator made. */
    runWithMutant: (change: Change & { file: string }, files: string[], milliseconds: number) =>
      runGroups(new Map([[change.file, withMutant(textOf(change.file), change)]]), files, {
        milliseconds,
      }),
    /** Runs the tests with a fault of the list. A SQL fault is applied to their database. */
    runWithFault: (fault: Fault, files: string[], milliseconds: number) =>
      isSql(fault)
        ? runGroups(new Map(), files, { milliseconds, fault })
        : runGroups(new Map([[fault.file, planted(fault, textOf(fault.file))]]), files, {
            milliseconds,
          }),
    /** Runs the tests without a fault. */
    runUnchanged: (files: string[], milliseconds: number) =>
      runGroups(new Map(), files, { milliseconds }),
    close: () => {
      if (session) kill(session)
    },
  }

  /** Test file, with everything but letters and digits as _ → the sites it reached. */
  function readReached(): Map<string, Set<number>> {
    const names = existsSync(reachedDir) ? readdirSync(reachedDir) : []
    return new Map(
      names.map((file) => [
        file.replace(/\.json$/, ''),
        new Set(JSON.parse(readFileSync(join(reachedDir, file), 'utf8')) as number[]),
      ]),
    )
  }
}

/**
 * One file, because the first notices most; then two, then four: one process loads the modules for
 * all files of its group.
 */
export function groupsOf(files: string[]): string[][] {
  const groups: string[][] = []
  let from = 0
  while (from < files.length) {
    const size = 2 ** groups.length
    groups.push(files.slice(from, from + size))
    from += size
  }
  return groups
}

export const reachedName = (dir: string, file: string) => join(dir, file).replace(/\W/g, '_')

export type { FileResult }
