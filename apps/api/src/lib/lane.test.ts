import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { Lane } from './lane.ts'

const who = (company: string, user = `${company}-1`) => ({ company, user })
const closed = () => Object.assign(new EventEmitter(), { destroyed: false })
const limits = { total: 4, company: 3, user: 2, waiting: 5 }
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Begins many pieces of work and notes their names in the order in which they start. */
function watching(lane: Lane) {
  const started: string[] = []
  const refused: string[] = []
  const leaves = new Map<string, () => void>()
  const begin = (name: string, of = who(name.slice(0, 1)), caller = closed()) => {
    lane.enter(of, caller).then(
      (leave) => {
        started.push(name)
        leaves.set(name, leave)
      },
      () => refused.push(name),
    )
    return caller
  }
  const end = async (name: string) => {
    leaves.get(name)?.()
    await settled()
  }
  return { started, refused, begin, end }
}

test('one user has a share at once, a few wait, and the next is refused with when to come back', async () => {
  const lane = new Lane(limits)
  const { started, refused, begin, end } = watching(lane)
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) begin(`a${n}`)
  await settled()
  expect([started, refused]).toEqual([
    ['a1', 'a2'],
    ['a8', 'a9'],
  ])
  expect(lane.state).toEqual({ running: 2, waiting: 5 })
  await expect(lane.enter(who('a'))).rejects.toMatchObject({
    code: 'limit.busy',
    status: 429,
    params: { seconds: expect.any(Number) },
    data: { seconds: expect.any(Number) },
  })
  await end('a1')
  expect(started).toEqual(['a1', 'a2', 'a3'])
  expect(lane.state).toEqual({ running: 2, waiting: 4 })
})

test('the users of a company have a share together, and other companies find a place', async () => {
  const lane = new Lane(limits)
  const { started, begin } = watching(lane)
  for (const user of ['a-1', 'a-2', 'a-3', 'a-4']) begin(user, who('a', user))
  begin('b')
  await settled()
  expect(started).toEqual(['a-1', 'a-2', 'a-3', 'b'])
})

test('places that become free go round by company, and in a company by user', async () => {
  const lane = new Lane({ total: 1, company: 1, user: 1, waiting: 50 })
  const { started, begin, end } = watching(lane)
  for (const n of [0, 1, 2, 3]) begin(`a${n}`, who('a', 'a-1'))
  for (const n of [4, 5]) begin(`a${n}`, who('a', 'a-2'))
  for (const n of [0, 1]) begin(`b${n}`)
  begin('c0')
  for (let n = 0; n < 9; n++) {
    await settled()
    await end(started.at(-1) as string)
  }
  expect(started).toEqual(['a0', 'a1', 'b0', 'c0', 'a4', 'b1', 'a2', 'a5', 'a3'])
  expect(lane.state).toEqual({ running: 0, waiting: 0 })
})

test('whoever goes away while waiting gives up the turn, and one who has gone before takes none', async () => {
  const lane = new Lane({ ...limits, user: 1 })
  const { started, refused, begin, end } = watching(lane)
  begin('a1')
  const leaving = begin('a2')
  begin('a3')
  leaving.emit('close')
  begin('b1', who('b'), Object.assign(closed(), { destroyed: true }))
  await settled()
  expect(refused).toEqual(['a2', 'b1'])
  expect(lane.state).toEqual({ running: 1, waiting: 1 })
  await end('a1')
  expect(started).toEqual(['a1', 'a3'])
  await end('a3')
  expect(lane.state).toEqual({ running: 0, waiting: 0 })
})

test('a place is given back once, however often that is said', async () => {
  const lane = new Lane({ total: 1, company: 1, user: 1, waiting: 5 })
  const leave = await lane.enter(who('a'))
  leave()
  leave()
  expect(lane.state).toEqual({ running: 0, waiting: 0 })
  const again = await lane.enter(who('a'))
  leave()
  expect(lane.state.running).toBe(1)
  again()
})

test('nobody waits for ever, except for work that has begun', async () => {
  vi.useFakeTimers()
  try {
    const lane = new Lane({ total: 1, company: 1, user: 1, waiting: 1 })
    const leave = await lane.enter(who('a'))
    const refused = expect(lane.enter(who('b'))).rejects.toMatchObject({ code: 'limit.busy' })
    const begun = lane.enter(who('a'), undefined, true)
    const second = lane.enter(who('a'), undefined, true)
    await vi.advanceTimersByTimeAsync(31_000)
    await refused
    expect(lane.state).toEqual({ running: 1, waiting: 2 })
    leave()
    ;(await begun)()
    ;(await second)()
    expect(lane.state).toEqual({ running: 0, waiting: 0 })
  } finally {
    vi.useRealTimers()
  }
})

test('the time to come back follows from how long the work takes', async () => {
  vi.useFakeTimers()
  try {
    const lane = new Lane({ total: 1, company: 1, user: 1, waiting: 0 })
    const seconds = () => lane.enter(who('a')).catch(({ params }) => params.seconds)
    for (let n = 0; n < 30; n++) {
      const leave = await lane.enter(who('a'))
      if (n === 0) expect(await seconds()).toBe(1)
      await vi.advanceTimersByTimeAsync(8000)
      leave()
    }
    await lane.enter(who('a'))
    expect(await seconds()).toBe(8)
  } finally {
    vi.useRealTimers()
  }
})
