import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import type { Change } from '@paydesk/contract/lib/change'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'

const t = testApp()
let url: string
beforeAll(async () => {
  url = await t.app.listen({ host: '127.0.0.1', port: 0 })
})

/** Uses node:http: fetch keeps spare connections open, and closing the server would wait for them. */
async function open(user: TestUser) {
  const asking = request(`${url}/api/stream`, { agent: false, headers: { authorization: user.token } })
  const [answer] = (await Promise.all([once(asking, 'response'), asking.end()]))[0] as [IncomingMessage]
  expect(answer.headers['content-type']).toContain('text/event-stream')
  const heard: Change[] = []
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    for (const line of chunk.split('\n')) if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)))
  })
  return { heard, close: () => asking.destroy() }
}

test('everyone who may see a change, and nobody else, is told of it within a second', async () => {
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
  expect(await t.send({ method: 'GET', url: '/api/stream' })).toMatchObject({ status: 401, body: { errorCode: 401 } })
})
