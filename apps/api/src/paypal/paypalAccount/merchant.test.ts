import { type PaypalAccount, paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { accountSim, type SimApp } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'

const sim = await accountSim()
const t = testApp({ environment: () => ({ ...sim.environment, PAYPAL_TIMEOUT_MS: '3000' }) })
let admin: TestUser
beforeAll(async () => {
  admin = await make.admin(t)
})

const secondApp = ({ accountId }: SimApp) => sim.act<SimApp>('addApp', { accountId })
const connect = (app: SimApp, label: string, user = admin) =>
  t.as(user).call(paypalAccountApi.connect, {
    body: { label, environment: 'sandbox', clientId: app.clientId, secret: app.secret },
  })
const connected = async (app: SimApp, label: string, user = admin) =>
  dataOf<PaypalAccount>(await connect(app, label, user))
const archive = (id: string) => t.as(admin).call(paypalAccountApi.archive, { params: { id } })
const taken = (label: unknown) => ({
  status: 409,
  body: { errorCode: 'paypalAccount.merchantTaken', errorMessage: label },
})
const naming = (label: string) => expect.stringContaining(`“${label}”`)
const synced = (accountId: string) =>
  t
    .in(admin.companyId, (db) =>
      sql<{ accountId: string }>`select account_id from accounts_to_sync()`.execute(db),
    )
    .then(({ rows }) => rows.some((row) => row.accountId === accountId))

test('a merchant that another account has is refused under any app, and the refusal names that account', async () => {
  const app = await sim.addAccount()
  const first = await connected(app, 'First shop')
  const second = await secondApp(app)
  expect(await connect(second, 'Second shop')).toMatchObject(taken(naming('First shop')))
  expect(
    await t.owner('select from paypal_account where company_id = $1 and client_id = $2', [
      admin.companyId,
      second.clientId,
    ]),
  ).toEqual([])
  // Another company may have it, and so may this one once the first account is archived.
  const other = await make.admin(t)
  expect(await connected(second, 'Elsewhere', other)).toMatchObject({
    state: 'active',
    merchantId: app.accountId,
  })
  dataOf(await archive(first.id))
  expect(await connected(second, 'Second shop')).toMatchObject({
    state: 'active',
    merchantId: app.accountId,
  })
})

test('of two people who connect one merchant at the same moment, one is refused', async () => {
  const app = await sim.addAccount()
  const apps = [app, await secondApp(app), await secondApp(app)]
  const answers = await Promise.all(apps.map((one, i) => connect(one, `Racer ${i}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  for (const answer of answers.filter(({ status }) => status === 409))
    expect(answer.body.errorCode).toBe('paypalAccount.merchantTaken')
})

test('the database itself refuses the second one, sandbox and live apart', async () => {
  const insert = (environment: string, state = 'active') =>
    t.owner(
      `insert into paypal_account (company_id, label, email, environment, merchant_id, state)
       values ($1, 'A', '', $2, 'M-1', $3)`,
      [admin.companyId, environment, state],
    )
  await insert('sandbox')
  await insert('live')
  await insert('sandbox', 'archived')
  await expect(insert('sandbox')).rejects.toThrow(/paypal_account_merchant/)
})

test('rotation to the credentials of a merchant that another account has is refused, even if this account’s merchant was not known', async () => {
  const [app, held] = [await sim.addAccount(), await sim.addAccount()]
  await connected(held, 'Holder')
  const mine = await connected(app, 'Mine')
  const other = await secondApp(held)
  const rotate = () =>
    t.as(admin).call(paypalAccountApi.rotate, {
      params: { id: mine.id },
      body: { clientId: other.clientId, secret: other.secret, version: mine.version },
    })
  expect(await rotate()).toMatchObject({
    status: 409,
    body: { errorCode: 'paypalAccount.otherMerchant' },
  })
  await t.owner('update paypal_account set merchant_id = null where id = $1', [mine.id])
  expect(await rotate()).toMatchObject(taken(naming('Holder')))
})

test('an app that may not read balances tells its merchant by its rows', async () => {
  // The account is older than the window that is asked for; the simulator's accounts
  // are seconds old.
  await sim.act('configure', { beforeAccount: 'empty' })
  const app = await sim.addAccount()
  await connected(app, 'Whole')
  const narrow = await secondApp(app)
  await sim.act('setScopes', {
    appId: narrow.id,
    scopes: narrow.scopes.filter((scope) => !scope.includes('reporting/balances')),
  })
  expect(await connect(narrow, 'Narrow')).toMatchObject(taken(naming('Whole')))
})

test('an app that may read neither is found out as soon as it may: the account stops, says of which it is the double, and is not read', async () => {
  const app = await sim.addAccount()
  const whole = await connected(app, 'Original')
  const blind = await secondApp(app)
  await sim.act('setScopes', {
    appId: blind.id,
    scopes: blind.scopes.filter((scope) => !scope.includes('reporting')),
  })
  const double = await connected(blind, 'Double')
  expect(double).toMatchObject({ state: 'active', merchantId: null })
  await sim.act('setScopes', { appId: blind.id, scopes: blind.scopes })
  const checked = dataOf<PaypalAccount>(
    await t.as(admin).call(paypalAccountApi.check, { params: { id: double.id } }),
  )
  expect(checked).toMatchObject({
    state: 'disconnected',
    stateReason: 'merchantTwice',
    stateDetail: 'Original',
    merchantId: null,
  })
  expect(await synced(double.id)).toBe(false)
  expect(await synced(whole.id)).toBe(true)
  const resume = () => t.as(admin).call(paypalAccountApi.resume, { params: { id: double.id } })
  expect(await resume()).toMatchObject(taken(naming('Original')))
  dataOf(await archive(whole.id))
  expect(dataOf(await resume())).toMatchObject({ state: 'active', merchantId: app.accountId })
})

test('credentials of another merchant do not take the place of ours, also when PayPal keeps silent about whose they are', async () => {
  const [shop, thief] = [await sim.addAccount(), await sim.addAccount()]
  const account = await connected(shop, 'Ours')
  const rotate = () =>
    t.as(admin).call(paypalAccountApi.rotate, {
      params: { id: account.id },
      body: { clientId: thief.clientId, secret: thief.secret, version: account.version },
    })
  const refused = (errorCode: string) => ({ status: 409, body: { errorCode } })
  expect(await rotate()).toMatchObject(refused('paypalAccount.otherMerchant'))
  await sim.act('setScopes', {
    appId: thief.id,
    scopes: thief.scopes.filter((scope) => !scope.includes('reporting')),
  })
  expect(await rotate()).toMatchObject(refused('paypalAccount.merchantUntold'))
  await sim.act('setScopes', { appId: thief.id, scopes: thief.scopes })
  // The same while PayPal takes no questions.
  await t.owner(
    `update paypal_address_allowance
     set held_until = now() + interval '5 minutes'
     where kind = 'reporting'`,
  )
  expect(await rotate()).toMatchObject(refused('paypalAccount.merchantUntold'))
  await t.owner('update paypal_address_allowance set held_until = null')
})

test('an account whose credentials turn out to be another merchant’s stops, keeps its own merchant and is not read', async () => {
  const [shop, other] = [await sim.addAccount(), await sim.addAccount()]
  const account = await connected(shop, 'Turned')
  await t.owner('update paypal_account set merchant_id = $2 where id = $1', [
    account.id,
    other.accountId,
  ])
  const check = async () =>
    dataOf<PaypalAccount>(
      await t.as(admin).call(paypalAccountApi.check, { params: { id: account.id } }),
    )
  const stopped = {
    state: 'disconnected',
    stateReason: 'merchantChanged',
    stateDetail: shop.accountId,
    merchantId: other.accountId,
  }
  expect(await check()).toMatchObject(stopped)
  expect(await synced(account.id)).toBe(false)
  expect(
    (await t.as(admin).call(paypalAccountApi.resume, { params: { id: account.id } })).body
      .errorCode,
  ).toBe('paypalAccount.stillBroken')
  await t.owner('update paypal_account set merchant_id = $2 where id = $1', [
    account.id,
    shop.accountId,
  ])
  expect(await check()).toMatchObject({ state: 'active', merchantId: shop.accountId })
  expect(await synced(account.id)).toBe(true)
})

test('whoever reads the audit log hears of connected accounts and exchanged credentials', async () => {
  const app = await sim.addAccount()
  const auditor = await make.user(t, { companyId: admin.companyId, permissions: ['ViewAuditLog'] })
  const account = await connected(app, 'Told')
  const next = await secondApp(app)
  const body = { clientId: next.clientId, secret: next.secret, version: account.version }
  expect(
    (await t.as(admin).call(paypalAccountApi.rotate, { params: { id: account.id }, body })).status,
  ).toBe(200)
  expect(
    await t.owner(
      `select data->>'what' as what, data->>'about' as about
       from notice
       where user_id = $1 and kind = 'powerUsed'
       order by created_at`,
      [auditor.userId],
    ),
  ).toEqual([
    { what: 'accountConnected', about: 'Told' },
    { what: 'accountRotated', about: 'Told' },
  ])
})
