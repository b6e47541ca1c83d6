import { noticeApi } from '@paydesk/contract/people/notice'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../test/make.ts'
import { testApp } from '../test/testApp.ts'
import type { Actor } from './actor.ts'
import { once } from './idempotency.ts'

const t = testApp()

async function withNotice(companyId?: string): Promise<{ user: TestUser; noticeId: string }> {
  const user = await make.user(t, companyId ? { companyId } : {})
  const [row] = await t.owner<{ id: string }>(
    `insert into notice (company_id, user_id, kind, subject_id, data)
     values (
       $1, $2, 'newDevice', $2, '{"address":"a","device":"d","at":"2026-01-01T00:00:00.000Z"}'
     )
     returning id`,
    [user.companyId, user.userId],
  )
  return { user, noticeId: row?.id as string }
}

const markRead = (
  { user, noticeId }: { user: TestUser; noticeId: string },
  key?: string,
  read = true,
) =>
  t.call(
    noticeApi.mark,
    { params: { id: noticeId }, body: { read } },
    { token: user.token, headers: key ? { 'idempotency-key': key } : {} },
  )

test('fifty parallel calls with one key have one effect, and all get the first answer', async () => {
  const user = await make.user(t)
  const { companyId, userId: ownerId } = user
  const request = {
    method: 'POST',
    url: '/api/customer',
    body: { name: 'Once' },
    headers: { 'idempotency-key': 'one-click' },
  } as unknown as FastifyRequest
  const actor = { companyId, userId: ownerId } as Actor
  const click = () =>
    t.in(companyId, (db) =>
      once(db, actor, request, () =>
        db
          .insertInto('customer')
          .values({ companyId, ownerId, name: 'Once' })
          .returning('id')
          .executeTakeFirstOrThrow(),
      ),
    )
  const answers = await Promise.all(Array.from({ length: 50 }, click))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await t.owner('select id from customer where company_id = $1', [companyId])).toEqual([
    answers[0],
  ])
})

test('a repeat through HTTP gets the first answer', async () => {
  const made = await withNotice()
  const answers = await Promise.all(Array.from({ length: 10 }, () => markRead(made, 'one-click')))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
})

test('the same key with another request is refused', async () => {
  const made = await withNotice()
  expect((await markRead(made, 'k')).status).toBe(200)
  expect(await markRead(made, 'k', false)).toMatchObject({
    status: 422,
    body: { errorCode: 'request.keyReused' },
  })
})

test('a refused call leaves no key behind, so that it can be tried again', async () => {
  const made = await withNotice()
  const missing = { ...made, noticeId: '01900000-0000-7000-8000-000000000000' }
  expect((await markRead(missing, 'again')).status).toBe(404)
  expect((await markRead(missing, 'again')).status).toBe(404)
  expect(
    await t.owner('select key from idempotency where user_id = $1', [made.user.userId]),
  ).toEqual([])
})

test('keys of two users do not meet, and a key that is too long is refused', async () => {
  const one = await withNotice()
  // Of the same company, so that nothing but the user tells their keys apart.
  const two = await withNotice(one.user.companyId)
  expect((await markRead(one, 'shared')).status).toBe(200)
  expect((await markRead(two, 'shared')).status).toBe(200)
  for (const made of [one, two])
    expect(await markRead(made, 'shared')).toMatchObject({
      status: 200,
      body: { data: { id: made.noticeId } },
    })
  expect((await markRead(one, 'x'.repeat(101))).status).toBe(422)
})
