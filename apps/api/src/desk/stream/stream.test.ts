import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import type { Change } from '@paydesk/contract/lib/change'
import { accountApi } from '@paydesk/contract/people/account'
import { loginApi } from '@paydesk/contract/people/login'
import { noticeApi } from '@paydesk/contract/people/notice'
import { userApi } from '@paydesk/contract/people/user'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'

const t = testApp()
let url: string
beforeAll(async () => {
  url = await t.app.listen({ host: '127.0.0.1', port: 0 })
})

/**
 * Uses node:http: fetch keeps spare connections open, and closing the server would wait for them.
 */
async function open(user: TestUser) {
  const asking = request(`${url}/api/stream`, {
    agent: false,
    headers: { authorization: user.token },
  })
  const [answer] = (await Promise.all([once(asking, 'response'), asking.end()]))[0] as [
    IncomingMessage,
  ]
  expect(answer.headers['content-type']).toContain('text/event-stream')
  const heard: Change[] = []
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    for (const line of chunk.split('\n'))
      if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)))
  })
  const over = new Promise<void>((resolve) => answer.on('error', () => {}).on('close', resolve))
  return { heard, headers: answer.headers, over, close: () => asking.destroy() }
}

test('everyone who may see a change, and nobody else, is told of it within a second', async () => {
  const operator = await make.operator(t)
  const { companyId } = operator
  const [boss, other, stranger] = [
    await make.admin(t, companyId),
    await make.operator(t, { companyId }),
    await make.admin(t),
  ]
  const streams = await Promise.all([operator, boss, other, stranger].map(open))
  const customerId = await make.customer(t, operator)
  const body = {
    customerId,
    currency: 'USD' as const,
    items: [{ name: 'A', quantity: '1', unitAmountMinor: 100 }],
    term: 'none' as const,
  }
  const bill = (await t.as(operator).call(billApi.create, { body })).body.data as Bill
  const knows = (index: number) =>
    streams[index]?.heard.some(({ entity, id }) => entity === 'bill' && id === bill.id)
  await until(() => (knows(0) && knows(1)) || undefined)
  // A busy machine only ever adds time, so one of several that came within a second
  // says that they do.
  const times: number[] = []
  while (times.length < 10 && !times.some((ms) => ms < 1000)) {
    const before = streams[1]?.heard.length ?? 0
    await t.as(operator).call(billApi.note, { params: { id: bill.id }, body: { text: 'x' } })
    const startedAt = Date.now()
    await until(() => (streams[1]?.heard.length ?? 0) > before || undefined)
    times.push(Date.now() - startedAt)
  }
  expect(Math.min(...times)).toBeLessThan(1000)
  expect([knows(2), knows(3)]).toEqual([false, false])
  for (const { close } of streams) close()
})

test('a notice is announced to its reader alone', async () => {
  const [mine, other] = [await make.operator(t), await make.operator(t)]
  const colleague = await make.admin(t, mine.companyId)
  const streams = await Promise.all([mine, colleague, other].map(open))
  await t.as(mine).call(noticeApi.readAll, {})
  const heard = (index: number) =>
    streams[index]?.heard.filter(({ entity }) => entity === 'notice').length
  await until(() => (heard(0) ?? 0) > 0 || undefined)
  // What comes after it on the same way shows that it would have come by now.
  const { id } = await make.bill(t, mine)
  await t.as(mine).call(billApi.note, { params: { id }, body: { text: 'x' } })
  await until(() => streams[1]?.heard.some((one) => one.id === id) || undefined)
  expect([heard(1), heard(2)]).toEqual([0, 0])
  for (const { close } of streams) close()
})

test('a stream has the headers that every answer has', async () => {
  const { headers, close } = await open(await make.operator(t))
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.stringContaining('max-age'),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  })
  close()
})

/** reliability §1.10 */
test.each<[string, (user: TestUser) => Promise<unknown>]>([
  ['signing out', (user) => t.as(user).call(loginApi.outLogin, {})],
  [
    'being ended from another device',
    async (user) =>
      t.call(
        accountApi.endOtherSessions,
        {},
        { token: await make.session(t, user.companyId, user.userId) },
      ),
  ],
  [
    'being disabled',
    async (user) => {
      const admin = await make.admin(t, user.companyId)
      return t.as(admin).call(userApi.disable, { params: { id: user.userId } })
    },
  ],
  [
    'the company being suspended',
    ({ companyId }) =>
      t.owner(`update company set status = 'suspended' where id = $1`, [companyId]),
  ],
])(
  'the stream of a session that is over ends within a second after %s, and others go on',
  async (_, end) => {
    const [user, other] = [await make.operator(t), await make.operator(t)]
    const [stream, bystander] = [await open(user), await open(other)]
    await end(user)
    const endedAt = Date.now()
    await stream.over
    expect(Date.now() - endedAt).toBeLessThan(1000)
    expect(stream.heard.filter(({ entity }) => (entity as string) === 'session')).toEqual([])
    expect(
      await Promise.race([bystander.over.then(() => 'over'), sleep(100).then(() => 'open')]),
    ).toBe('open')
    bystander.close()
  },
)

test('without a session there is no stream', async () => {
  expect(await t.send({ method: 'GET', url: '/api/stream' })).toMatchObject({
    status: 401,
    body: { errorCode: 401 },
  })
})
