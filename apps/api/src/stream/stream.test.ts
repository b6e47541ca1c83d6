import { type Bill, billApi } from '@paydesk/contract/bill'
import type { Change } from '@paydesk/contract/stream'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../test/make.ts'
import { testApp } from '../test/testApp.ts'
import { until } from '../test/until.ts'

const t = testApp()
let url: string
beforeAll(async () => {
  url = await t.app.listen({ host: '127.0.0.1', port: 0 })
})

async function open(user: TestUser) {
  const stop = new AbortController()
  const answer = await fetch(`${url}/api/stream`, { headers: { authorization: user.token }, signal: stop.signal })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const heard: Change[] = []
  const text = new TextDecoder()
  const reading = (async () => {
    for await (const chunk of answer.body as ReadableStream<Uint8Array>)
      for (const line of text.decode(chunk).split('\n')) if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)))
  })().catch(() => {})
  return { heard, reading, close: () => stop.abort() }
}

test('a change is told to everyone who may see it, within a second, and to nobody else', async () => {
  const operator = await make.operator(t)
  const { companyId } = operator
  const [boss, other, stranger] = [await make.admin(t, companyId), await make.operator(t, { companyId }), await make.admin(t)]
  const streams = await Promise.all([operator, boss, other, stranger].map(open))
  const customerId = await make.customer(t, operator)
  const body = { customerId, currency: 'USD' as const, items: [{ name: 'A', quantity: '1', unitAmountMinor: 100 }], term: 'none' as const }
  const bill = (await t.as(operator).call(billApi.create, { body })).body.data as Bill
  const startedAt = Date.now()
  const knows = (index: number) => streams[index]?.heard.some(({ entity, id }) => entity === 'bill' && id === bill.id)
  await until(() => (knows(0) && knows(1)) || undefined)
  expect(Date.now() - startedAt).toBeLessThan(1000)
  await t.as(operator).call(billApi.note, { params: { id: bill.id }, body: { text: 'x' } })
  await until(() => (streams[1]?.heard.filter(({ id }) => id === bill.id).length ?? 0) >= 2 || undefined)
  expect([knows(2), knows(3)]).toEqual([false, false])
  for (const { close } of streams) close()
})

test('without a session there is no stream', async () => {
  expect((await fetch(`${url}/api/stream`)).status).toBe(401)
})
