import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { underTorture } from '../../stack/options.ts'
import { labPassword } from '../../world/accounts.ts'
import type { Story } from './story.ts'
import { afterwards } from './truth.ts'
import { Work } from './work.ts'

const megabytes = 400
/** Long enough that sessions are touched meanwhile, which reads do once a minute. */
const fullSeconds = 75
const afterPanicSeconds = 20
const healMs = 60_000

/** A disk of its own, small enough to be filled. It needs the right to mount, which root has. */
function smallDisk(dir: string) {
  mkdirSync(dir, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', dir])
  return () => execFileSync('umount', ['--lazy', dir])
}

/** Another program's file that takes all the room there is, to the last page. */
function fill(file: string) {
  const to = openSync(file, 'a')
  const page = Buffer.alloc(4096)
  const piece = Buffer.alloc(1 << 20)
  try {
    for (;;) writeSync(to, statfsSync(file).bavail > 512 ? piece : page)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(to)
  }
}

/**
 * The database's disk is full, twice: first tables cannot grow (PostgreSQL refuses single
 * statements), then its log cannot (it ends all connections and starts again, for as long as there
 * is no room). Its service manager starts it again when it gives up.
 */
export const full: Story = async ({ seed, say }) => {
  let dir = ''
  const stack = await openStack(
    underTorture({
      name: 'torture-limits-full',
      accounts: 2,
      workers: 2,
      seed,
      // What was acknowledged must survive a crash of PostgreSQL, as in production; only then are
      // there recycled pieces of log to run out of.
      settings: [
        'synchronous_commit=on',
        'min_wal_size=32MB',
        'max_wal_size=64MB',
        'log_error_verbosity=default',
      ],
      disk: (at) => {
        dir = at
        return smallDisk(at)
      },
    }),
  )
  const ballast = `${dir}/ballast`
  let over = false
  let startedAgain = 0
  const { owner, postgres } = stack
  // The part of the service manager.
  const manager = (async () => {
    while (!over) {
      await sleep(2000)
      if (
        await owner.query('select 1').then(
          () => true,
          (error: { code?: string }) => error.code !== 'ECONNREFUSED',
        )
      )
        continue
      startedAgain++
      await postgres.startAgain().catch(() => undefined)
    }
  })()
  const saidSince = (from: number, what: RegExp) =>
    (postgres.log.slice(from).join('').match(what) ?? []).length
  try {
    const token = await new Client(stack.api).signIn('admin', labPassword)
    const work = await Work.start(stack, token, { seed })
    await sleep(15_000)
    const from = postgres.log.length
    work.phase = 'full'
    fill(ballast)
    const since = performance.now()
    say('the disk is full')
    // What PostgreSQL frees is taken at once, as by a program that goes on writing.
    while (performance.now() - since < fullSeconds * 1000) {
      await sleep(500)
      fill(ballast)
    }
    const refusedForRoom = saidSince(from, /No space left on device/g)
    rmSync(ballast)
    work.phase = 'room'
    const freed = performance.now()
    const writesAfterMs = await work.untilGood('write', freed, healMs)
    say(`room again; writes after ${writesAfterMs} ms`)
    await sleep(10_000)

    fill(ballast)
    work.phase = 'log full'
    // The rest of the piece of log is skipped, so that the next word needs a new piece.
    for (let piece = 0; piece < 12; piece++) {
      await owner.query('select pg_switch_wal(), txid_current()').catch(() => undefined)
      fill(ballast)
    }
    say('the log is full')
    await sleep(afterPanicSeconds * 1000)
    const panics = saidSince(from, /PANIC/g)
    rmSync(ballast)
    work.phase = 'room again'
    const freedAgain = performance.now()
    const [writesMs, readsMs] = [
      await work.untilGood('write', freedAgain, healMs),
      await work.untilGood('read', freedAgain, healMs),
    ]
    say(`room again; reads after ${readsMs} ms, writes after ${writesMs} ms`)
    await sleep(10_000)
    await work.end()
    const { found, holds } = await afterwards(stack, work, 120)
    const phases = Object.fromEntries(
      ['before', 'full', 'room', 'log full', 'room again'].map((phase) => [
        phase,
        {
          reads: work.statuses('read', phase),
          writes: work.statuses('write', phase),
          live: work.statuses('live', phase),
        },
      ]),
    )
    const [during, logFull] = [phases.full, phases['log full']]
    const share = (counts: Record<string, number>, status: string) =>
      (counts[status] ?? 0) /
      Math.max(
        1,
        Object.values(counts).reduce((a, b) => a + b, 0),
      )
    return {
      figures: {
        refusedForRoom,
        panics,
        startedAgain,
        writesAfterMs,
        afterPanic: { readsMs, writesMs },
        phases,
        ...found,
      },
      bars: {
        'the disk was really full':
          refusedForRoom > 0 && panics > 0 && (during?.writes['503'] ?? 0) > 0,
        'nothing but success and 503': work.wrong.length === 0,
        'reads live while tables cannot grow': share(during?.reads ?? {}, '200') === 1,
        'the processes live':
          share(during?.live ?? {}, '200') === 1 && share(logFull?.live ?? {}, '200') === 1,
        'heals by itself': [writesAfterMs, writesMs, readsMs].every(
          (ms) => ms !== null && ms <= 30_000,
        ),
        'no process ends': stack.ended.length === 0,
        'nothing lost, doubled or wrong': holds,
      },
      wrong: [...work.wrong, ...stack.ended],
    }
  } finally {
    rmSync(ballast, { force: true })
    over = true
    await manager
    await stack.stop()
  }
}
