import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { inTurns } from './turns.ts'

/**
 * A door where calls arrive, and the names of those that were begun at each turn of the event loop.
 */
function watched() {
  const begun: string[] = []
  const listener = inTurns(({ url }) => begun.push(url ?? ''))
  const call = (caller: string, name = caller, socket: object = { destroyed: false }) => {
    const request = { headers: { authorization: caller }, url: name, socket }
    listener(
      request as unknown as IncomingMessage & { req: IncomingMessage },
      {} as ServerResponse<IncomingMessage> & { req: IncomingMessage },
    )
  }
  const nextTurn = async () => {
    const before = begun.length
    await new Promise(setImmediate)
    return begun.slice(before)
  }
  return { begun, call, nextTurn }
}
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

test('a burst is begun call by call, and others are begun at once meanwhile', async () => {
  const { begun, call, nextTurn } = watched()
  times(300, (index) => call('loud', `loud ${index}`))
  expect(begun).toEqual(['loud 0'])
  expect(await nextTurn()).toEqual(['loud 1'])
  call('calm')
  expect(begun.at(-1)).toBe('calm')
  for (let turn = 2; turn < 300; turn++) expect(await nextTurn()).toEqual([`loud ${turn}`])
  expect(await nextTurn()).toEqual([])
  call('loud', 'again')
  expect(begun.at(-1)).toBe('again')
})

test('many callers at once take turns too, and each has its second call after the first of all others', async () => {
  const { begun, call, nextTurn } = watched()
  times(20, (index) => call(`caller ${index}`, `first of ${index}`))
  times(20, (index) => call(`caller ${index}`, `second of ${index}`))
  const turns = [begun.length]
  while (begun.length < 40) turns.push((await nextTurn()).length)
  expect(turns.every((count) => count <= 8)).toBe(true)
  expect(begun.slice(0, 20).toSorted()).toEqual(
    times(20, (index) => `first of ${index}`).toSorted(),
  )
})

test('a connection that sends ahead is closed, and nothing more of it is begun', async () => {
  const { begun, call, nextTurn } = watched()
  const socket = {
    destroyed: false,
    destroy: () => {
      socket.destroyed = true
    },
  }
  for (let index = 0; index < 100; index++) call(`invented ${index}`, `ahead ${index}`, socket)
  expect(socket.destroyed).toBe(true)
  expect(begun).toHaveLength(8)
  await nextTurn()
  expect(begun).toHaveLength(8)
})

test('only so many wait in all', async () => {
  const { call, begun, nextTurn } = watched()
  let closed = 0
  for (let index = 0; index < 6000; index++)
    call('loud', `loud ${index}`, { destroyed: false, destroy: () => closed++ })
  expect(closed).toBe(6000 - 5000 - 1)
  await nextTurn()
  expect(begun).toEqual(['loud 0', 'loud 1'])
})

test('whoever has no session counts by the address', async () => {
  const begun: string[] = []
  const listener = inTurns(({ url }) => begun.push(url ?? ''))
  const call = (remoteAddress: string, url: string, forwarded?: string) =>
    listener(
      {
        headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
        url,
        socket: { remoteAddress },
      } as never,
      {} as never,
    )
  call('10.0.0.1', 'a')
  call('10.0.0.1', 'b')
  call('10.0.0.2', 'c')
  // Behind a proxy, whom it saw.
  call('10.0.0.1', 'd', '192.0.2.7, 203.0.113.8')
  call('10.0.0.1', 'e', '203.0.113.8')
  expect(begun).toEqual(['a', 'c', 'd'])
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'c', 'd', 'b', 'e'])
})
