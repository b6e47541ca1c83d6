/** Runs one suite with a log of its own and measures wall and processor time. */
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Outcome = {
  name: string
  ok: boolean
  seconds: number
  /** Of the suite’s processes, as the shell’s `time` counts them. */
  processorSeconds: number
  log: string
}

export const logFolder = '.tmp/ci'

export type Step = { name: string; command: string; limitSeconds: number; env?: NodeJS.ProcessEnv }

/** A suite that reaches its limit is killed with its process group and has failed. */
export function runStep(root: string, step: Step): Promise<Outcome> {
  mkdirSync(join(root, logFolder), { recursive: true })
  const log = join(root, logFolder, `${step.name}.log`)
  const file = openSync(log, 'w')
  const startedAt = Date.now()
  const child = spawn('bash', ['-c', `TIMEFORMAT='processor %U %S'; time { ${step.command}; }`], {
    cwd: root,
    env: { ...process.env, ...step.env },
    stdio: ['ignore', file, file],
    detached: true,
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  }, step.limitSeconds * 1000)
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearTimeout(timer)
      closeSync(file)
      const text = readFileSync(log, 'utf8')
      const [, user = '0', system = '0'] = /^processor ([\d.]+) ([\d.]+)$/m.exec(text) ?? []
      resolve({
        name: step.name,
        ok: code === 0 && !late,
        seconds: Math.round((Date.now() - startedAt) / 100) / 10,
        processorSeconds: Math.round((Number(user) + Number(system)) * 10) / 10,
        log: text.replace(/^processor [\d.]+ [\d.]+\n?$/m, ''),
      })
    })
  })
}

/** Why a step failed, in a few lines: the first failures and the end of its log. */
export function reasons({ log }: Outcome): string {
  const lines = log.split('\n')
  const first = lines.findIndex((line) => /^(FAIL|\s*\d+\) |Error)/.test(line))
  const shown = [...(first < 0 ? [] : lines.slice(first, first + 12)), '…', ...lines.slice(-25)]
  return shown.map((line) => line.slice(0, 400)).join('\n')
}

export type Job = {
  name: string
  cores: number
  needs: readonly string[]
  start: () => Promise<boolean>
  /** Called instead of start when a job that it needs has failed. */
  skip: (failed: string) => void
}

/** Runs jobs in order, as many beside each other as the cores hold and their needs allow. */
export async function runWithinCores(jobs: readonly Job[], available = 2): Promise<void> {
  const waiting = [...jobs]
  const green = new Map<string, boolean>()
  const running = new Set<Promise<void>>()
  let used = 0
  const isReady = ({ cores, needs }: Job) =>
    used + cores <= available &&
    needs.every((name) => green.has(name) || !jobs.some((job) => job.name === name))
  while (waiting.length > 0 || running.size > 0) {
    const at = waiting.findIndex(isReady)
    const job = at >= 0 ? waiting.splice(at, 1)[0] : undefined
    if (!job) {
      await Promise.race(running)
      continue
    }
    const failed = job.needs.find((name) => green.get(name) === false)
    if (failed) {
      job.skip(failed)
      green.set(job.name, false)
      continue
    }
    used += job.cores
    const done = job.start().then((ok) => {
      used -= job.cores
      green.set(job.name, ok)
      running.delete(done)
    })
    running.add(done)
  }
}
