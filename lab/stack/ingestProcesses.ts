import type { ChildProcess } from 'node:child_process'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { endProcess, spawnLogged, waitFor } from '../ground/processes.ts'
import type { World } from './ingestWorld.ts'

export type Running = { api: ChildProcess; worker: ChildProcess }
type Part = keyof Running
const scripts: Record<Part, string> = { api: 'http.ts', worker: 'worker.ts' }

export function start(
  root: string,
  { dir, env }: World,
  part: Part,
  flags: string[] = [],
): ChildProcess {
  return spawnLogged(['node', ...flags, `apps/api/src/${scripts[part]}`], {
    cwd: root,
    env: { ...env, NODE_COMPILE_CACHE: `${root}.tmp/compile-cache` },
    log: openSync(`${dir}/${part}.log`, 'a'),
  })
}

/** The same two anew, with more settings for each. */
export async function restartBoth(
  root: string,
  world: World,
  running: Running,
  more: () => Promise<Record<string, string>>,
  flags: string[] = [],
): Promise<void> {
  await stopBoth(running)
  for (const part of ['api', 'worker'] as const)
    running[part] = start(root, { ...world, env: { ...world.env, ...(await more()) } }, part, flags)
  await waitFor(`http://127.0.0.1:${world.port}/api/health/ready`, running.api)
}

export async function startBoth(
  root: string,
  world: World,
  endings: (() => unknown)[],
  flags: string[] = [],
): Promise<Running> {
  const running = {
    api: start(root, world, 'api', flags),
    worker: start(root, world, 'worker', flags),
  }
  endings.push(() => stopBoth(running))
  await waitFor(`http://127.0.0.1:${world.port}/api/health/ready`, running.api)
  return running
}

export const stopBoth = (running: Running) =>
  Promise.all([endProcess(running.api), endProcess(running.worker)])

/**
 * Stops both for a while without ending them, so that they take no part in what is
 * measured meanwhile.
 */
export async function whilePaused<T>({ api, worker }: Running, work: () => Promise<T>): Promise<T> {
  for (const child of [api, worker]) child.kill('SIGSTOP')
  try {
    return await work()
  } finally {
    for (const child of [api, worker]) child.kill('SIGCONT')
  }
}

/** Kills a process without warning and starts another one in its place. */
export async function killAndReplace(
  root: string,
  world: World,
  running: Running,
  part: Part,
): Promise<void> {
  const gone = new Promise((resolve) => running[part].once('exit', resolve))
  running[part].kill('SIGKILL')
  await gone
  running[part] = start(root, world, part)
}

const ticksPerSecond = 100
function cpuOf(pid: number): number {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const parts = fields.split(' ')
    return (Number(parts[11]) + Number(parts[12])) / ticksPerSecond
  } catch {
    return 0
  }
}

/**
 * Seconds of processor time that each part has used, to see who takes the cores. PostgreSQL counts
 * with all its processes.
 */
export function processorSeconds(
  { dir, sim }: World,
  { api, worker }: Running,
): Record<string, number> {
  const postmaster = Number(readFileSync(`${dir}/data/postmaster.pid`, 'utf8').split('\n')[0])
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return (
        Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) ===
        postmaster
      )
    } catch {
      return false
    }
  })
  return {
    api: cpuOf(api.pid as number),
    worker: cpuOf(worker.pid as number),
    postgres: children.reduce((all, pid) => all + cpuOf(Number(pid)), 0),
    simulator: cpuOf(sim.child.pid as number),
    sender: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  }
}
