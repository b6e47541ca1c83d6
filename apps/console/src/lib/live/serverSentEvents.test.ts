import { expect, test } from 'vitest'
import { eventReader } from './serverSentEvents.ts'

test('events are complete however the stream is cut', () => {
  const stream =
    ': ping\n\ndata: {"entity":"bill","id":"1"}\n\nid: 7\ndata: {"entity":"bill",\ndata: "id":"2"}\n\n'
  for (const size of [1, 2, 3, 7, 1000]) {
    const read = eventReader()
    const pieces = Array.from({ length: Math.ceil(stream.length / size) }, (_, index) =>
      stream.slice(index * size, (index + 1) * size),
    )
    const events = pieces.flatMap(read).map((data) => JSON.parse(data))
    expect(events).toEqual([
      { entity: 'bill', id: '1' },
      { entity: 'bill', id: '2' },
    ])
  }
})

test('an unfinished event is kept for later; heartbeats are ignored', () => {
  const read = eventReader()
  expect(read('data: a')).toEqual([])
  expect(read('b\r\n')).toEqual([])
  expect(read('\r\n: ping\n\n')).toEqual(['ab'])
})
