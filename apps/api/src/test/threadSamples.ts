/** What lib/thread.test.ts runs in a thread. */

import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { refuse } from '../lib/errors.ts'
import { serveInThread } from '../lib/file/serve.ts'

export const lengthOf = (bytes: Uint8Array) => bytes.length
export const environment = () => Object.keys(process.env)
export const thread = () => threadId
export const exits = () => process.exit(0)
export const neverAnswers = () => new Promise<void>(() => {})
export const matches = (text: string) => /^(a+)+$/.test(text)

export function refuses(columns: number): void {
  throw refuse('import.tooManyColumns', { columns })
}

export function fails(): void {
  throw new Error('a fault')
}

export function neverEnds(): void {
  for (;;);
}

export function fillsMemory(): number {
  const kept: number[][] = []
  // About 200 MB: a thread that may have so much comes to an end.
  for (let time = 0; time < 25_000; time++) kept.push(new Array(1000).fill(time + 0.5))
  return kept.length
}

/** When the work began and ended. */
export async function between(ms: number): Promise<[number, number]> {
  const start = Date.now()
  await sleep(ms)
  return [start, Date.now()]
}

serveInThread({
  lengthOf,
  environment,
  thread,
  exits,
  neverAnswers,
  matches,
  refuses,
  fails,
  neverEnds,
  fillsMemory,
  between,
})
