// @module-tag slow

import { type PaypalAccount, paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { type Notice, noticeApi } from '@paydesk/contract/people/notice'
import { beforeAll, expect, test } from 'vitest'
import { inCompany } from '../../lib/db.ts'
import { make, type TestUser } from '../../test/make.ts'
import { accountSim, type SimApp } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'
import { stopAccount } from './paypalAccount.ts'

const sim = await accountSim()
const t = testApp({ environment: () => ({ ...sim.environment, PAYPAL_TIMEOUT_MS: '2000' }) })
let admin: TestUser
beforeAll(async () => {
  admin = await make.admin(t)
  await t.work()
})

const read = async (id: string) =>
  (await t.as(admin).call(paypalAccountApi.read, { params: { id } })).body.data as PaypalAccount
const act = (name: 'check' | 'resume' | 'pause' | 'archive', id: string) =>
  t.as(admin).call(paypalAccountApi[name], { params: { id } })
const tick = () => t.jobs.boss.send('paypalAccount.lookAtAll', {})
const lookedAt = (id: string, after: string | null) =>
  until(async () => {
    const now = await read(id)
    return now.health.checkedAt !== null && now.health.checkedAt > (after ?? '') ? now : undefined
  })
const account = async (values: object = {}): Promise<[id: string, app: SimApp]> => {
  const app = await sim.addAccount()
  return [await make.paypalAccount(t, admin.companyId, { as: app, ...values }), app]
}

test('the schedule looks at every account in use, each in its own job: a slow one delays none of the others', async () => {
  const [slow, slowApp] = await account({ label: 'slow' })
  const others = await Promise.all(Array.from({ length: 5 }, () => account()))
  await sim.act('addFault', { kind: 'slow', accountId: slowApp.accountId, ms: 1500, times: 50 })
  const startedAt = Date.now()
  await tick()
  for (const [id] of others) await lookedAt(id, null)
  const othersMs = Date.now() - startedAt
  expect((await read(slow)).health.checkedAt).toBeNull()
  const [first] = others
  expect(await read(first?.[0] ?? '')).toMatchObject({
    merchantId: first?.[1].accountId,
    balances: [{ currency: 'USD' }],
    missingFeatures: [],
  })
  await lookedAt(slow, null)
  expect(Date.now() - startedAt).toBeGreaterThan(othersMs)
  await sim.act('removeFault')
})

test('a secret that PayPal no longer takes stops the account and tells its viewers; once it works, only a person resumes it', async () => {
  const [id, app] = await account()
  const viewer = await make.user(t, {
    companyId: admin.companyId,
    permissions: ['ViewPaypalAccount'],
  })
  const operator = await make.operator(t, { companyId: admin.companyId })
  const { secret } = await sim.act<SimApp>('rotateSecret', { appId: app.id })
  await tick()
  const stopped = await lookedAt(id, null)
  expect(stopped).toMatchObject({
    state: 'disconnected',
    stateReason: 'credentialsRefused',
    health: { tokenFailure: { code: 'credentialsRefused' } },
  })
  const told = async (who: TestUser) =>
    (
      (await t.as(who).call(noticeApi.list, { query: { pageSize: 100 } })).body.data as {
        list: Notice[]
      }
    ).list.filter(({ kind, data }) => kind === 'accountStopped' && data.accountId === id)
  expect(await told(viewer)).toHaveLength(1)
  expect(await told(admin)).toHaveLength(1)
  expect(await told(operator)).toEqual([])
  expect(await act('resume', id)).toMatchObject({
    status: 409,
    body: { errorCode: 'paypalAccount.stillBroken' },
  })

  await t.in(admin.companyId, async (db) => {
    const sealed = await t.outside.secrets.seal(
      db,
      { companyId: admin.companyId, table: 'paypal_account', column: 'secret', row: id },
      secret,
    )
    await db
      .updateTable('paypalAccount')
      .set({ secretSealed: sealed, secretChangedAt: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
  })
  const { health } = await read(id)
  await tick()
  const works = await lookedAt(id, health.checkedAt)
  expect(works.state).toBe('disconnected')
  expect(works.health.tokenOkAt).toBeTruthy()
  expect(await act('resume', id)).toMatchObject({
    status: 200,
    body: { data: { state: 'active', stateReason: '' } },
  })
  expect(await told(viewer)).toHaveLength(1)
})

test('an account that PayPal calls invalid is limited; a check does not free it, resuming does once PayPal lets it', async () => {
  const [id, app] = await account()
  await sim.act('changeAccount', { accountId: app.accountId, state: 'invalid' })
  expect((await act('check', id)).body.data).toMatchObject({
    state: 'limited',
    stateReason: 'accountInvalid',
    stateDetail: 'INVALID_ACCOUNT_STATUS',
  })
  expect(await act('resume', id)).toMatchObject({
    status: 409,
    body: { errorCode: 'paypalAccount.stillBroken' },
  })
  await sim.act('changeAccount', { accountId: app.accountId, state: 'active' })
  expect((await act('check', id)).body.data).toMatchObject({ state: 'limited' })
  expect((await act('resume', id)).body.data).toMatchObject({ state: 'active' })
})

test('people are told once of an account that is stopped twice, and again when it is stopped later', async () => {
  const [accountId] = await account()
  const ref = { companyId: admin.companyId, accountId }
  const stop = () =>
    inCompany(t.pool, ref.companyId, (db) =>
      stopAccount(db, ref, 'limited', {
        code: 'accountRestricted',
        detail: 'PAYEE_ACCOUNT_RESTRICTED',
      }),
    )
  const told = () =>
    t.owner(`select from notice where user_id = $1 and data->>'accountId' = $2`, [
      admin.userId,
      accountId,
    ])
  await Promise.all([stop(), stop(), stop()])
  expect(await told()).toHaveLength(1)
  await act('resume', accountId)
  await stop()
  expect(await told()).toHaveLength(2)
})

test('when PayPal is away, that is a fact with its time, and the account stays as it is', async () => {
  const [id, app] = await account()
  await act('check', id)
  await sim.act('addFault', {
    kind: 'errorBefore',
    accountId: app.accountId,
    status: 503,
    times: 50,
  })
  const away = (await act('check', id)).body.data as PaypalAccount
  expect(away).toMatchObject({ state: 'active', health: { tokenFailure: { code: 'noAnswer' } } })
  expect(away.health.tokenFailedAt).toBeTruthy()
  await sim.act('removeFault')
})

test('429: nothing is asked before the time that PayPal named', async () => {
  const [id, app] = await account()
  await sim.act('addFault', { kind: 'rateLimit', accountId: app.accountId, ms: 60_000, times: 50 })
  const held = (await act('check', id)).body.data as PaypalAccount
  expect(Date.parse(held.health.holdUntil ?? '') - Date.now()).toBeGreaterThan(30_000)
  await sim.act('removeFault')
  expect(await act('check', id)).toMatchObject({
    status: 409,
    body: { errorCode: 'paypalAccount.onHold' },
  })
  expect((await read(id)).health.checkedAt).toBe(held.health.checkedAt)
})

test('pausing does not need PayPal, and only actions that the state allows are possible', async () => {
  const [id] = await account()
  expect(await act('resume', id)).toMatchObject({
    status: 409,
    body: { errorCode: 'paypalAccount.wrongState' },
  })
  expect((await act('pause', id)).body.data).toMatchObject({
    state: 'paused',
    stateReason: 'byPerson',
  })
  expect(await act('pause', id)).toMatchObject({
    status: 409,
    body: { errorCode: 'paypalAccount.wrongState' },
  })
  expect((await act('resume', id)).body.data).toMatchObject({ state: 'active' })
})

test('archiving is refused while bills are open; afterwards PayPal’s webhook and our copy of the secret are gone', async () => {
  const [id, app] = await account()
  await act('check', id)
  const bill = await make.bill(t, admin, { status: 'sent' })
  await t.owner('update bill set account_id = $2 where id = $1', [bill.id, id])
  const refused = await act('archive', id)
  expect(refused).toMatchObject({ status: 409, body: { errorCode: 'paypalAccount.inUse' } })
  expect(refused.body.errorMessage).toContain('1')
  await t.owner(`update bill set status = 'paid' where id = $1`, [bill.id])
  expect((await act('archive', id)).body.data).toMatchObject({ state: 'archived' })
  await until(
    async () =>
      (
        await t.owner('select id from paypal_account where id = $1 and secret_sealed is null', [id])
      )[0],
  )
  const left = await t.outside.paypal
    .connect({ environment: 'sandbox', ...app }, null)
    .webhooks.list()
  expect(left.outcome === 'done' && left.value.webhooks).toEqual([])
  const listed = await t.as(admin).call(paypalAccountApi.list, { query: { pageSize: 100 } })
  expect((listed.body.data as { list: PaypalAccount[] }).list.some((one) => one.id === id)).toBe(
    false,
  )
})
