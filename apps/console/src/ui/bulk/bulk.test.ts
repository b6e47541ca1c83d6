import { expect, test } from 'vitest'
import { type Outcome, runBulk } from './bulk.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const pause = () => new Promise((resolve) => setTimeout(resolve, 5))

function watch() {
  const outcomes = new Map<string, Outcome>()
  return { outcomes, onOutcome: (row: string, outcome: Outcome) => void outcomes.set(row, outcome) }
}

test('at most three at a time, each once, and a refusal does not stop the rest', async () => {
  const { outcomes, onOutcome } = watch()
  const begun: string[] = []
  let now = 0
  let most = 0
  const work = async (row: string) => {
    begun.push(row)
    most = Math.max(most, ++now)
    await pause()
    now--
    if (row === 'c') throw new Error('paid already')
    return row === 'd' ? ('asked' as const) : ('done' as const)
  }
  await runBulk({
    rows,
    work,
    onOutcome,
    reasonOf: (error) => (error as Error).message,
    stop: new AbortController().signal,
  })
  expect(most).toBe(3)
  expect(begun.toSorted()).toEqual(rows)
  expect(outcomes.get('c')).toEqual({ state: 'refused', reason: 'paid already' })
  expect(rows.filter((row) => outcomes.get(row)?.state === 'done')).toEqual([
    'a',
    'b',
    'e',
    'f',
    'g',
  ])
  // What PayPal has yet to answer is not done.
  expect(outcomes.get('d')).toEqual({ state: 'asked' })
})

test('stopping begins no further row, and still reports the outcome of those on their way', async () => {
  const { outcomes, onOutcome } = watch()
  const stop = new AbortController()
  const work = async (row: string) => {
    await pause()
    if (row === 'a') stop.abort()
    return 'done' as const
  }
  await runBulk({ rows, work, onOutcome, reasonOf: String, stop: stop.signal })
  expect(rows.map((row) => outcomes.get(row)?.state)).toEqual([
    'done',
    'done',
    'done',
    'stopped',
    'stopped',
    'stopped',
    'stopped',
  ])
})
