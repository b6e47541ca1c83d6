import { execFileSync, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../ground/postgres.ts'
import { knows } from '../stack/client.ts'
import { demoPassword } from '../world/companies.ts'
import { blocksOf } from './document.ts'
import type { Figures, Place } from './place.ts'

const root = new URL('../..', import.meta.url).pathname

/**
 * Runs the documented trial commands in a clean clone, then verifies the demo's books and audit
 * chain. The last command runs until it is stopped.
 */
export async function tryIt({ dir, atEnd, since }: Place): Promise<Figures> {
  execFileSync('git', ['clone', '--quiet', root, `${dir}/paydesk`])
  const names = ['PORT', 'CONSOLE_PORT', 'PAYPAL_SIM_PORT', 'PAYPAL_SIM_TLS_PORT']
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, String(await freePort())])),
  )
  const startedAt = performance.now()
  // In a group of its own, because the shell hands no signal on to what it started.
  const shell = spawn(
    'sh',
    ['-eux', '-c', blocksOf(`${root}docs/operations.md`, 'Try it')[0]?.commands ?? ''],
    {
      cwd: `${dir}/paydesk`,
      env: { ...process.env, ...ports },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    },
  )
  const ended = new Promise((resolve) => shell.once('exit', resolve))
  atEnd(async () => {
    if (shell.exitCode === null) process.kill(-(shell.pid as number), 'SIGINT')
    await ended
  })
  while (!(await knows(`http://127.0.0.1:${ports.PORT}`, 'super', demoPassword))) {
    if (shell.exitCode !== null) throw new Error(`The commands ended with ${shell.exitCode}`)
    await sleep(500)
  }
  const signedInSeconds = since(startedAt)
  for (const script of ['audit:verify', 'ledger:verify', 'demo:verify'])
    execFileSync('npm', ['run', '--silent', script], { cwd: `${dir}/paydesk`, stdio: 'inherit' })
  return { signedInSeconds }
}
