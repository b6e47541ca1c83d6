import { type PaypalAccount, paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { type Notice, noticeApi } from '@paydesk/contract/people/notice'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { accountSim, type SimApp } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'

const sim = await accountSim()
const t = testApp({ environment: () => ({ ...sim.environment, PAYPAL_TIMEOUT_MS: '3000' }) })
let admin: TestUser
let app: SimApp
beforeAll(async () => {
  admin = await make.admin(t)
})

const connect = (with_: Partial<SimApp>, more: object = {}) =>
  t.as(admin).call(paypalAccountApi.connect, {
    body: {
      label: '主账户',
      environment: 'sandbox',
      clientId: with_.clientId ?? '',
      secret: with_.secret ?? '',
      ...more,
    },
  })
const connected = async (given?: SimApp) => {
  app = given ?? (await sim.addAccount())
  const { status, body } = await connect(app)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as PaypalAccount
}
const created = async (of: SimApp) => {
  const effects = await sim.effects(of)
  return ['webhook.created', 'lookup.created'].map(
    (kind) => effects.filter((effect) => effect.startsWith(kind)).length,
  )
}
const check = async (id: string) => {
  const { status, body } = await t.as(admin).call(paypalAccountApi.check, { params: { id } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as PaypalAccount
}

test('right credentials: active, with merchant, balances, webhook and lookup, each fact with its time', async () => {
  const account = await connected()
  expect(account).toMatchObject({
    state: 'active',
    stateReason: '',
    merchantId: app.accountId,
    missingFeatures: [],
    primaryCurrency: 'USD',
    secretLast4: app.secret.slice(-4),
    balances: [{ currency: 'USD', totalMinor: 0 }],
  })
  expect(
    account.health.tokenOkAt && account.health.webhookOkAt && account.balances[0]?.asOf,
  ).toBeTruthy()
  expect(await created(app)).toEqual([1, 1])
  const effects = await sim.effects(app)
  expect(effects.find((effect) => effect.startsWith('webhook.created'))).toContain(
    account.webhookId,
  )
})

test('the secret is in no answer, in no audit entry and, unsealed, in no column', async () => {
  const account = await connected()
  const listed = await t.as(admin).call(paypalAccountApi.list, {})
  expect(JSON.stringify([account, listed.body])).not.toContain(app.secret)
  const [kept] = await t.owner<{ all: string; audited: string }>(
    `select (select string_agg(a::text, '|') from paypal_account a) as all,
       (select string_agg(e::text, '|') from audit_entry e) as audited`,
  )
  expect(kept?.all).not.toContain(app.secret)
  expect(kept?.audited).toContain('paypalAccount.connect')
  expect(kept?.audited).not.toContain(app.secret)
})

test('wrong credentials: refused at once, and nothing is kept', async () => {
  const other = await sim.addAccount()
  const answer = await connect({ clientId: other.clientId, secret: 'wrong-secret-123' })
  expect(answer).toMatchObject({
    status: 422,
    body: { errorCode: 'paypalAccount.credentialsRefused' },
  })
  expect(answer.body.errorMessage).toContain('invalid_client')
  expect(
    await t.owner('select from paypal_account where client_id = $1', [other.clientId]),
  ).toEqual([])
})

test('the same app twice: the second time names the account that has it', async () => {
  await connected()
  const again = await connect(app, { label: '又一个' })
  expect(again).toMatchObject({
    status: 409,
    body: { errorCode: 'paypalAccount.alreadyConnected' },
  })
  expect(again.body.errorMessage).toContain('主账户')
})

test('live accounts are refused where a simulator stands in for PayPal', async () => {
  const live = await connect(await sim.addAccount(), { environment: 'live' })
  expect(live).toMatchObject({ status: 422, body: { errorCode: 'paypalAccount.liveNotAllowed' } })
})

test('who has not shown a second factor of late may neither connect nor rotate', async () => {
  const { id, version } = await connected()
  const later = await make.admin(t, admin.companyId)
  await make.shown(t, later, 'password')
  const body = {
    label: 'A',
    environment: 'sandbox',
    clientId: app.clientId,
    secret: app.secret,
  } as const
  expect(await t.as(later).call(paypalAccountApi.connect, { body })).toMatchObject({
    status: 403,
    body: { errorCode: 'session.factorUnset' },
  })
  const rotate = { params: { id }, body: { clientId: app.clientId, secret: app.secret, version } }
  expect(await t.as(later).call(paypalAccountApi.rotate, rotate)).toMatchObject({
    status: 403,
    body: { errorCode: 'session.factorUnset' },
  })
})

test('missing features are named; without invoicing the account is disconnected until PayPal grants it and someone checks', async () => {
  const limited = await sim.addAccount()
  const without = (part: RegExp) => limited.scopes.filter((scope) => !part.test(scope))
  await sim.act('setScopes', { appId: limited.id, scopes: without(/invoicing|reporting|disputes/) })
  const account = await connected(limited)
  expect(account).toMatchObject({
    state: 'disconnected',
    stateReason: 'missingInvoicing',
    missingFeatures: ['invoicing', 'transactions', 'balances', 'disputes'],
    merchantId: null,
    balances: [],
  })
  await sim.act('setScopes', { appId: limited.id, scopes: without(/reporting/) })
  expect(await check(account.id)).toMatchObject({
    state: 'active',
    missingFeatures: ['transactions', 'balances'],
  })
  await sim.act('setScopes', { appId: limited.id, scopes: without(/invoicing/) })
  expect(await check(account.id)).toMatchObject({
    state: 'disconnected',
    stateReason: 'lostInvoicing',
  })
})

test('webhook and lookup are made once, however often someone checks, and repaired if PayPal lost them or has an old address', async () => {
  const account = await connected()
  for (let time = 0; time < 3; time++) await check(account.id)
  await Promise.all([check(account.id), check(account.id), check(account.id)])
  expect(await created(app)).toEqual([1, 1])
  const paypal = t.outside.paypal.connect({ environment: 'sandbox', ...app }, null)
  await paypal.webhooks.change(account.webhookId ?? '', {
    url: 'http://localhost/old',
    types: ['PAYMENT.CAPTURE.COMPLETED'],
  })
  expect((await check(account.id)).webhookId).toBe(account.webhookId)
  const list = await paypal.webhooks.list()
  const hooks = list.outcome === 'done' ? list.value.webhooks : []
  expect(hooks.map(({ url }) => url)).toEqual([
    `http://localhost:3000/api/webhook/paypal/${account.id}`,
  ])
  expect(hooks[0]?.event_types.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['INVOICING.INVOICE.PAID', 'CUSTOMER.DISPUTE.CREATED']),
  )
  await paypal.webhooks.delete(account.webhookId ?? '')
  const after = await check(account.id)
  expect(after.webhookId).not.toBe(account.webhookId)
  expect(await created(app)).toEqual([2, 1])
})

test('an answer that was lost after its effect does not make a second webhook or lookup', async () => {
  const fresh = await sim.addAccount()
  for (const operation of ['webhooks.post', 'webhooks-lookup.post'])
    await sim.act('addFault', {
      kind: 'dropAfter',
      accountId: fresh.accountId,
      operation,
      times: 1,
    })
  const account = await connected(fresh)
  expect(account.health.webhookOkAt).toBeTruthy()
  await check(account.id)
  expect(await created(fresh)).toEqual([1, 1])
})

test('when PayPal fails in the middle, the account is kept, says why, and a check finishes it', async () => {
  const fresh = await sim.addAccount()
  for (const operation of ['webhooks.list', 'webhooks-event-types.list'])
    await sim.act('addFault', {
      kind: 'errorBefore',
      accountId: fresh.accountId,
      operation,
      status: 503,
      times: 50,
    })
  const account = await connected(fresh)
  expect(account.health.webhookFailure.code).toBe('noAnswer')
  expect(account.webhookId).toBeNull()
  await sim.act('removeFault')
  const repaired = await check(account.id)
  expect(repaired).toMatchObject({ state: 'active', merchantId: fresh.accountId })
  expect(await created(fresh)).toEqual([1, 1])
})

test('rotation: the new secret is tried first; a wrong one and one of another merchant change nothing', async () => {
  const account = await connected()
  const rotate = (with_: Pick<SimApp, 'clientId' | 'secret'>, version: number) =>
    t
      .as(admin)
      .call(paypalAccountApi.rotate, { params: { id: account.id }, body: { ...with_, version } })
  const { clientId } = app
  expect(await rotate({ clientId, secret: 'wrong-secret-123' }, account.version)).toMatchObject({
    status: 422,
    body: { errorCode: 'paypalAccount.credentialsRefused' },
  })
  expect(await rotate(await sim.addAccount(), account.version)).toMatchObject({
    status: 409,
    body: { errorCode: 'paypalAccount.otherMerchant' },
  })
  expect((await check(account.id)).state).toBe('active')
  const renewed = await sim.act<SimApp>('rotateSecret', { appId: app.id })
  const broken = await check(account.id)
  expect(broken).toMatchObject({ state: 'disconnected', stateReason: 'credentialsRefused' })
  const done = await rotate({ clientId, secret: renewed.secret }, broken.version)
  expect(done.body.data).toMatchObject({
    state: 'active',
    secretLast4: renewed.secret.slice(-4),
    webhookId: account.webhookId,
  })
  expect(await created(app)).toEqual([1, 1])
  const notices = await t.as(admin).call(noticeApi.list, {})
  expect((notices.body.data as { list: Notice[] }).list[0]).toMatchObject({
    kind: 'accountStopped',
    data: { accountId: account.id, state: 'disconnected' },
  })
})

test('rotation to another app of the same merchant: its own webhook, and none left at the old app', async () => {
  const account = await connected()
  const second = await sim.act<SimApp>('addApp', { accountId: app.accountId })
  const input = {
    params: { id: account.id },
    body: { clientId: second.clientId, secret: second.secret, version: account.version },
  }
  const done = await t.as(admin).call(paypalAccountApi.rotate, input)
  expect(done.body.data).toMatchObject({ state: 'active', clientId: second.clientId })
  expect((done.body.data as PaypalAccount).webhookId).not.toBe(account.webhookId)
  const old = await t.outside.paypal
    .connect({ environment: 'sandbox', ...app }, null)
    .webhooks.list()
  expect(old.outcome === 'done' && old.value.webhooks).toEqual([])
})
