import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { inTurns } from './turns.ts'

/** A door where calls arrive, and the names of those that were begun at each turn of the event loop. */
function watched() {
  const begun: string[] = []
  const listener = inTurns(({ url }) => begun.push(url ?? ''))
  const call = (caller: string, name = caller) => {
    const request = { headers: { authorization: caller }, url: name, socket: {} }
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
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

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
  expect(begun.slice(0, 20).toSorted()).toEqual(times(20, (index) => `first of ${index}`).toSorted())
})

test('whoever has no session counts by the address', async () => {
  const begun: string[] = []
  const listener = inTurns(({ url }) => begun.push(url ?? ''))
  const call = (remoteAddress: string, url: string) => listener({ headers: {}, url, socket: { remoteAddress } } as never, {} as never)
  call('10.0.0.1', 'a')
  call('10.0.0.1', 'b')
  call('10.0.0.2', 'c')
  expect(begun).toEqual(['a', 'c'])
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'c', 'b'])
})
