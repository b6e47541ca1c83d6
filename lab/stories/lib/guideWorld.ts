/** The world that the guide's pictures show: the demo company after a few days of work. */
import { makeBill, payBill, readBill, sendBill, sim } from './billing.ts'
import { expect } from './fixtures.ts'
import { api, tokenFor } from './stories.ts'

type Listed<T> = { list: T[] }
export type World = {
  token: (username: string) => Promise<string>
  paidBill: string
  disputeId: string
}

const tokens = new Map<string, Promise<string>>()
/** Each person signs in once: a second sign-in would give them a notice about a new device. */
function token(username: string): Promise<string> {
  const known = tokens.get(username) ?? tokenFor(username)
  tokens.set(username, known)
  return known
}

let made: Promise<World> | undefined
/**
 * Made once for all pictures of a run: they share the installation, and one process takes them
 * (scripts/e2e.ts).
 */
export const theWorld = (): Promise<World> => (made ??= makeWorld())

async function makeWorld(): Promise<World> {
  const admin = await token('admin')
  const owner = await token('wangfang')
  const setting = await api<{ version: number }>('GET', '/api/companySetting', { token: admin })
  const routing = { mode: 'automatic', allowOverride: true }
  await api('PATCH', '/api/companySetting', {
    token: admin,
    body: { routing, version: setting.body.data.version },
  })
  const [account] = (
    await api<Listed<{ id: string }>>('GET', '/api/paypalAccount', { token: admin })
  ).body.data.list
  const accountId = account?.id as string
  const synced = readAgain(admin, accountId)

  const { list } = (
    await api<Listed<{ id: string; name: string }>>('GET', '/api/customer', { token: admin })
  ).body.data
  const customer = (name: string) => list.find((one) => one.name.startsWith(name))?.id as string
  const items = [
    { name: 'LED 壁灯 WL-20', quantity: '24', unitAmountMinor: 5_200 },
    { name: '空运运费', quantity: '1', unitAmountMinor: 18_000 },
  ]
  const paid = await sendBill(
    owner,
    await makeBill(owner, customer('Blue Harbor'), 'LED 灯具尾款', 0, { items }),
  )
  await payBill(owner, paid)
  const disputed = await sendBill(
    owner,
    await makeBill(owner, customer('Nordlys'), '样品费', 32_000),
  )
  const captureId = await payBill(owner, disputed)
  await expect
    .poll(async () => (await readBill(owner, disputed.id)).status, { timeout: 60_000 })
    .toBe('paid')
  const { disputeId } = await sim<{ disputeId: string }>('openDispute', {
    captureId,
    message: 'The samples never arrived.',
  })
  await sendBill(owner, await makeBill(owner, customer('Casa Verde'), '样品费', 1_000))

  await synced
  const { accounts } = (await (await fetch(`${process.env.E2E_SIM_URL}/sim/state`)).json()) as {
    accounts: { id: string }[]
  }
  await sim('addRows', { accountId: accounts[0]?.id, count: 2 })
  await makeRules(admin)
  await readAgain(admin, accountId)
  await expect.poll(async () => unexplained(admin), { timeout: 150_000 }).toBeGreaterThan(0)
  await api('POST', `/api/paypalAccount/${accountId}/check`, { token: admin })
  await expect
    .poll(async () => (await readBill(owner, paid.id)).status, { timeout: 60_000 })
    .toBe('paid')
  return { token, paidBill: paid.id, disputeId: await idOfDispute(admin, disputeId) }
}

/** Asks to read today instead of waiting for the schedule, and waits until that is complete. */
async function readAgain(admin: string, accountId: string) {
  const asked = new Date()
  const [from, to] = [new Date(asked.getTime() - 60_000), asked].map((at) => at.toISOString())
  await api('POST', '/api/paypalTransaction/resync', {
    token: admin,
    body: { accountId, from, to },
  })
  const coverage = async () => {
    const { body } = await api<Listed<{ accountId: string; completeThrough: string | null }>>(
      'GET',
      '/api/paypalTransaction/coverage',
      {
        token: admin,
      },
    )
    return body.data.list.find((one) => one.accountId === accountId)?.completeThrough
  }
  await expect.poll(coverage, { timeout: 150_000 }).toBeTruthy()
}

const unexplained = async (admin: string) =>
  (await api<Listed<object>>('GET', '/api/paypalTransaction?match=unmatched', { token: admin }))
    .body.data.list.length

async function idOfDispute(admin: string, providerDisputeId: string): Promise<string> {
  const find = async () =>
    (
      await api<Listed<{ id: string; providerDisputeId: string }>>('GET', '/api/dispute', {
        token: admin,
      })
    ).body.data.list.find((one) => one.providerDisputeId === providerDisputeId)?.id
  await expect.poll(find, { timeout: 60_000 }).toBeTruthy()
  return (await find()) as string
}

async function makeRules(admin: string) {
  const { list } = (
    await api<Listed<{ id: string; name: string }>>('GET', '/api/user', { token: admin })
  ).body.data
  const userIds = list.filter(({ name }) => ['周敏', '陈静'].includes(name)).map(({ id }) => id)
  const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 10)
  const rules = [
    {
      name: '到期前 3 天提醒',
      description: '每天早上提醒快到期的客户',
      template: 'remindBeforeDue',
      type: 'daily',
      params: { days: 3 },
    },
    {
      name: '收款日报',
      description: '管理员和财务每天早上看',
      template: 'dailySummary',
      type: 'daily',
      params: { userIds },
    },
    {
      name: '月度对账单',
      description: '月初发给财务归档',
      template: 'monthlyStatement',
      type: 'monthly',
      params: { userIds },
    },
  ]
  for (const rule of rules) {
    const startAt = `${tomorrow}T01:00:00.000Z`
    const made = await api<{ id: string; version: number }>('POST', '/api/rule', {
      token: admin,
      body: { ...rule, startAt },
    })
    const { id, version } = made.body.data
    if (rule.template !== 'monthlyStatement')
      await api('PUT', '/api/rule', { token: admin, body: { id, version, enabled: true } })
  }
}
