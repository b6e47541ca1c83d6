// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/**
 * A process that ends when it stalls for a second and a half, and then does this. It
 * says when it begins.
 */
async function startWatched(then: string) {
  const stall = new URL('stall.ts', import.meta.url).href
  const code = `import { endWhenStalled } from '${stall}'; endWhenStalled('test', 1500); setTimeout(() => { console.log('begins'); ${then} }, 500)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const ended = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(`${signal ?? code}`)),
  )
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return { child, ended, said: () => said }
}

test('a process whose main thread computes without end says so and ends', async () => {
  const { ended, said } = await startWatched('for (;;);')
  expect(await ended).toBe('SIGKILL')
  expect(JSON.parse(said())).toMatchObject({
    level: 60,
    process: 'test',
    msg: 'stalled: the process ends',
  })
}, 20_000)

test('a process that only waits, or that was stopped as a whole, goes on', async () => {
  const { child } = await startWatched('setInterval(() => {}, 1000)')
  await sleep(3000)
  child.kill('SIGSTOP')
  await sleep(3000)
  child.kill('SIGCONT')
  await sleep(2000)
  expect([child.exitCode, child.signalCode]).toEqual([null, null])
}, 20_000)

test('a process that has nothing left to do ends by itself', async () => {
  const { ended } = await startWatched('')
  expect(await ended).toBe('0')
}, 20_000)
