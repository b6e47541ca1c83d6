import {
  type CompanySetting,
  companySettingApi,
  defaultSettings,
  type SettingValues,
  settingTabs,
} from '@paydesk/contract/people/companySetting'
import { loginApi } from '@paydesk/contract/people/login'
import { describe, expect, test } from 'vitest'
import { make, password, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const read = async (user: TestUser) =>
  (await t.as(user).call(companySettingApi.read, {})).body.data as CompanySetting
const update = (user: TestUser, version: number, tabs: Partial<SettingValues>) =>
  t.as(user).call(companySettingApi.update, { body: { version, ...tabs } })

test('where notices go changes with a second factor only: what a thief adds would outlive the session', async () => {
  const admin = await make.admin(t)
  await make.shown(t, admin, 'password')
  const notifications = { ...defaultSettings.notifications, emails: ['thief@example.com'] }
  expect(await update(admin, 1, { notifications })).toMatchObject({
    status: 403,
    body: { errorCode: 'session.factorUnset' },
  })
  expect((await update(admin, 1, { notifications: defaultSettings.notifications })).status).toBe(
    200,
  )
  await make.shown(t, admin, 'factor')
  expect((await update(admin, 2, { notifications })).status).toBe(200)
})

test('what every new bill says about paying changes with a second factor only', async () => {
  const admin = await make.admin(t)
  await make.shown(t, admin, 'password')
  const asIf = (billing: SettingValues['billing']) => update(admin, 1, { billing })
  for (const change of [
    { note: 'Pay to this account instead' },
    { terms: 'Pay to this account instead' },
  ])
    expect(await asIf({ ...defaultSettings.billing, ...change })).toMatchObject({
      status: 403,
      body: { errorCode: 'session.factorUnset' },
    })
  // Saving the page as it was asks for nothing.
  expect((await asIf(defaultSettings.billing)).status).toBe(200)
})

test('for how long evidence is kept changes with a second factor only, within limits, and shows in the audit log', async () => {
  const admin = await make.admin(t)
  await make.shown(t, admin, 'password')
  const keep = async (eventDays: number) =>
    update(admin, (await read(admin)).version, { retention: { eventDays } })
  expect(await keep(90)).toMatchObject({ status: 403, body: { errorCode: 'session.factorUnset' } })
  expect((await keep(180)).status).toBe(200)
  await make.shown(t, admin, 'factor')
  for (const days of [89, 3651, 100.5]) expect(await keep(days)).toMatchObject({ status: 422 })
  expect((await keep(400)).status).toBe(200)
  expect((await read(admin)).retention).toEqual({ eventDays: 400 })
  const [entry] = await t.owner<{ before: Kept; after: Kept }>(
    `select before, after
     from audit_entry
     where company_id = $1 and action = 'companySetting.update'
     order by seq desc
     limit 1`,
    [admin.companyId],
  )
  expect([entry?.before.retention.eventDays, entry?.after.retention.eventDays]).toEqual([180, 400])
  // The database reads the same place with the same limits.
  const { limits } = retentionIn(settingTabs.retention)
  const [kept] = await t.owner<{ own: number; unset: number; low: number; high: number }>(
    `select event_days(tabs) as own, event_days(null) as unset,
       event_days('{"retention": {"eventDays": 1}}') as low,
       event_days('{"retention": {"eventDays": 99999}}') as high
     from company_setting
     where company_id = $1`,
    [admin.companyId],
  )
  expect(kept).toEqual({
    own: 400,
    unset: defaultSettings.retention.eventDays,
    low: limits.min,
    high: limits.max,
  })
})
type Kept = Pick<SettingValues, 'retention'>
const retentionIn = ({ shape }: typeof settingTabs.retention) => ({
  limits: { min: shape.eventDays.minValue, max: shape.eventDays.maxValue },
})

test('a chat that is led elsewhere shows in the audit log, also when the new address ends like the old one', async () => {
  const admin = await make.admin(t)
  const save = async (bot: object) => {
    const { version, notifications } = await read(admin)
    const webhooks = [{ kind: 'dingtalk' as const, name: 'Team', enabled: true, ...bot }]
    expect(
      (await update(admin, version, { notifications: { ...notifications, webhooks } })).status,
    ).toBe(200)
    return (await read(admin)).notifications.webhooks[0]
  }
  const url = (token: string) => `https://oapi.dingtalk.com/robot/send?access_token=${token}`
  const first = await save({ url: url('of-the-company-7f3a'), secret: 'ours' })
  const { id } = first ?? {}
  const seen = [
    first,
    await save({ id, url: url('of-the-thief-7f3a') }),
    await save({ id, secret: 'the thief’s' }),
  ]
  expect(new Set(seen.map((bot) => bot?.urlLast4)).size).toBe(1)
  expect(new Set(seen.map((bot) => bot?.fingerprint)).size).toBe(3)
  const entries = await t.owner<{ before: Logged; after: Logged }>(
    `select before, after from audit_entry where company_id = $1 order by seq offset 1`,
    [admin.companyId],
  )
  expect(entries.map(({ before, after }) => [before, after].map(fingerprintIn))).toEqual([
    [seen[0]?.fingerprint, seen[1]?.fingerprint],
    [seen[1]?.fingerprint, seen[2]?.fingerprint],
  ])
  expect(await save({ id, name: 'Renamed' })).toMatchObject({ fingerprint: seen[2]?.fingerprint })
  // What was read and is saved as it was changes nothing, and asks for no factor.
  await make.shown(t, admin, null)
  const { version, notifications } = await read(admin)
  expect((await update(admin, version, { notifications })).status).toBe(200)
  expect((await read(admin)).notifications).toEqual(notifications)
})
type Logged = Pick<SettingValues, 'notifications'>
const fingerprintIn = ({ notifications }: Logged) => notifications.webhooks[0]?.fingerprint

test('a company that never changed anything has the defaults; a tab is replaced whole and the others stay', async () => {
  const admin = await make.admin(t)
  expect(await read(admin)).toEqual({
    ...defaultSettings,
    version: 1,
    updatedAt: null,
    updatedBy: null,
  })
  const billing = { ...defaultSettings.billing, note: '谢谢惠顾', paymentTermDays: 30 }
  expect(await update(admin, 1, { billing })).toMatchObject({
    status: 200,
    body: { data: { billing, version: 2 } },
  })
  expect(await read(admin)).toMatchObject({
    ...defaultSettings,
    billing,
    version: 2,
    updatedBy: admin.username,
  })
  const [entry] = await t.owner(`select before, after from audit_entry where company_id = $1`, [
    admin.companyId,
  ])
  expect(entry).toEqual({ before: { billing: defaultSettings.billing }, after: { billing } })
})

test('of two people who save at once, one wins and the other gets a 409 with the current settings', async () => {
  const admin = await make.admin(t)
  const routing = (mode: 'manual' | 'automatic') =>
    update(admin, 1, { routing: { mode, allowOverride: false } })
  const answers = await Promise.all([routing('manual'), routing('automatic')])
  const stale = answers.find(({ status }) => status === 409)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(stale?.body).toMatchObject({
    errorCode: 'conflict.stale',
    data: { version: 2, routing: { allowOverride: false } },
  })
})

const billing = (change: object) => ({ billing: { ...defaultSettings.billing, ...change } })
const webhook = (url: string) => ({
  notifications: {
    ...defaultSettings.notifications,
    webhooks: [{ kind: 'dingtalk', name: 'x', url, enabled: true }],
  },
})
test.each<[string, object]>([
  ['a number format without a counter', billing({ numberFormat: '{code}-{yyyy}' })],
  ['fewer digits than none', billing({ numberDigits: -31 })],
  ['more digits than memory holds', billing({ numberDigits: 4e264 })],
  ['a number format with two counters', billing({ numberFormat: '{seq}{seq}' })],
  [
    'a number format that makes numbers of over 25 characters',
    billing({ numberFormat: '{code}-{yyyy}{mm}{dd}-XX-{seq}', numberDigits: 8 }),
  ],
  ['a default currency that is not allowed', billing({ defaultCurrency: 'CHF' })],
  ['no currency at all', billing({ allowedCurrencies: [] })],
  [
    'idle time longer than the session',
    { security: { ...defaultSettings.security, sessionIdleHours: 24, sessionAbsoluteHours: 12 } },
  ],
  ['a bot on another host', webhook('https://example.com/robot/send?access_token=x')],
  ['a bot without https', webhook('http://oapi.dingtalk.com/robot/send')],
  ['a bot’s host as someone’s name', webhook('https://oapi.dingtalk.com@127.0.0.1/')],
  [
    'a bot’s address that ends as somebody likes',
    webhook('https://oapi.dingtalk.com/robot/send?access_token=x#7f3a'),
  ],
  ['a tab with missing fields', { routing: { mode: 'manual' } }],
])('%s is refused', async (_, tabs) => {
  const admin = await make.admin(t)
  expect(await update(admin, 1, tabs as never)).toMatchObject({
    status: 422,
    body: { errorCode: 'request.invalid' },
  })
})

test('defaults complete the settings of an earlier release and replace tabs that no longer fit', async () => {
  const admin = await make.admin(t)
  await t.owner(
    `insert into company_setting (company_id, tabs)
     values ($1, '{"reconciliation": {"slaHours": 9}, "routing": {"mode": "gone"}}')`,
    [admin.companyId],
  )
  expect(await read(admin)).toMatchObject({
    reconciliation: { slaHours: 9, toleranceBasisPoints: 0 },
    routing: defaultSettings.routing,
  })
})

describe('the security tab', () => {
  const security = {
    sessionIdleHours: 2,
    sessionAbsoluteHours: 5,
    rememberDays: 3,
    secondFactorRequired: false,
  }
  const openSession = async (user: TestUser, remember: boolean) => {
    await t.call(loginApi.account, { body: { username: user.username, password, remember } })
    const [session] = await t.owner<{ idle: number; hours: number }>(
      `select idle_seconds / 3600 as idle,
         round(extract(epoch from expires_at - created_at) / 3600)::int as hours
       from session where user_id = $1 order by created_at desc limit 1`,
      [user.userId],
    )
    return session
  }

  test('decides how long a session lasts, used and unused', async () => {
    const admin = await make.admin(t)
    await update(admin, 1, { security })
    // Not the admin, who must show a second factor first.
    const user = await make.operator(t, { companyId: admin.companyId })
    expect([await openSession(user, false), await openSession(user, true)]).toEqual([
      { idle: 2, hours: 5 },
      { idle: 72, hours: 72 },
    ])
    await update(admin, 2, { security: { ...security, rememberDays: 0 } })
    expect(await openSession(user, true)).toEqual({ idle: 2, hours: 5 })
  })

  test('of one company does not touch another’s', async () => {
    const [ours, theirs] = [await make.admin(t), await make.operator(t)]
    await update(ours, 1, { security })
    expect(await openSession(theirs, false)).toEqual({ idle: 4, hours: 12 })
  })
})
