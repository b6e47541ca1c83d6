import { type HomeQueue, homeApi } from '@paydesk/contract/desk/home'
import { type Problem, problemApi } from '@paydesk/contract/desk/problem'
import { rowAsideApi } from '@paydesk/contract/intake/rowAside'
import { type Notice, noticeApi } from '@paydesk/contract/people/notice'
import { expect, test } from 'vitest'
import { allJobs } from '../../jobs.ts'
import { make, type TestUser } from '../../test/make.ts'
import { runJobs } from '../../test/runJobs.ts'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { moneyWorld, quietLog } from '../../test/world/moneyWorld.ts'
import { oddReporting } from '../../test/world/oddReporting.ts'
import { watchCompany } from './jobs.ts'

const sim = await accountSim()
const between = await oddReporting(sim.environment.PAYPAL_SIMULATOR_URL)
const t = testApp({ environment: () => ({ PAYPAL_SIMULATOR_URL: between.url }) })

type Found = Extract<Notice, { kind: 'problemFound' }>
type World = Awaited<ReturnType<typeof world>>

async function world() {
  const w = await moneyWorld(t, sim)
  const finance = await make.user(t, {
    companyId: w.companyId,
    permissions: ['ReconcileTransaction'],
  })
  const operator = await make.user(t, {
    companyId: w.companyId,
    permissions: ['ViewAllPayPalBill', 'ViewPaypalTransaction', 'ViewPaypalAccount'],
  })
  await w.pay(await w.invoice())
  await w.settle()
  await w.sync()
  return { ...w, finance, operator }
}

/** What the worker does each minute. */
async function look({ companyId }: { companyId: string }) {
  await t.in(companyId, (db) => t.jobs.enqueue(db, watchCompany, { companyId }))
  await runJobs(t, companyId)
}
const problems = async (user: TestUser) =>
  dataOf<{ list: Problem[]; total: number }>(await t.as(user).call(problemApi.list, {}))
const kindsOf = async (user: TestUser) => (await problems(user)).list.map(({ kind }) => kind)
const queue = async (user: TestUser) =>
  dataOf<HomeQueue>(await t.as(user).call(homeApi.queue, {})).problems
const told = async (user: TestUser) =>
  dataOf<{ list: Notice[] }>(
    await t.as(user).call(noticeApi.list, { query: { pageSize: 100 } }),
  ).list.filter((one): one is Found => one.kind === 'problemFound')
const toldOf = async (user: TestUser) => (await told(user)).map(({ data }) => data.problem)
/** As if everything about reading had happened so much earlier. */
const earlier = ({ companyId }: World, minutes: number) =>
  t.owner(
    `update account_sync
     set read_at = read_at - make_interval(mins => $2),
       failing_since = failing_since - make_interval(mins => $2)
     where company_id = $1`,
    [companyId, minutes],
  )

/** Nobody who may not act on it hears of it, nor anyone of another company. */
async function isHiddenFromOthers(w: World) {
  const elsewhere = await make.admin(t)
  expect((await t.as(w.operator).call(problemApi.list, {})).status).toBe(403)
  expect(await queue(w.operator)).toBeNull()
  expect(await told(w.operator)).toEqual([])
  expect(await problems(elsewhere)).toEqual({ list: [], total: 0 })
  expect(await queue(elsewhere)).toMatchObject({ count: 0, kinds: [] })
  expect(await told(elsewhere)).toEqual([])
}

test('all is well: nothing is told, and the queue is empty', async () => {
  const w = await world()
  await look(w)
  expect(await problems(w.finance)).toEqual({ list: [], total: 0 })
  expect(await queue(w.finance)).toEqual({ count: 0, countIsExact: true, kinds: [] })
  expect(await told(w.finance)).toEqual([])
})

test('a row that is set aside and the difference it makes are told once, and are gone when they are put right', async () => {
  const w = await world()
  const poison = await w.pay(await w.invoice(5000))
  await w.settle()
  between.say((row) =>
    row.transaction_info.transaction_id === poison
      ? { ...row, transaction_info: { ...row.transaction_info, transaction_status: '?' } }
      : row,
  )
  await w.sync()
  await look(w)
  await look(w)
  const { list, total } = await problems(w.finance)
  expect(total).toBe(2)
  expect(list).toMatchObject([
    { kind: 'booksDiffer', accountId: w.accountId, currency: 'USD', asOf: expect.any(String) },
    { kind: 'rowSetAside', accountId: w.accountId, detail: 'status: ?' },
  ])
  expect(list[0]?.amountMinor).toBeLessThan(0)
  expect(await queue(w.finance)).toEqual({
    count: 2,
    countIsExact: true,
    kinds: ['booksDiffer', 'rowSetAside'],
  })
  expect((await toldOf(w.finance)).sort()).toEqual(['booksDiffer', 'rowSetAside'])
  expect((await toldOf(w.admin)).sort()).toEqual(['booksDiffer', 'rowSetAside'])
  await isHiddenFromOthers(w)
  // A person settles the row: it leaves the queue at once. The difference stays, because
  // nothing was posted.
  const row = list.find(({ kind }) => kind === 'rowSetAside')
  dataOf(
    await t.as(w.finance).call(rowAsideApi.settle, {
      params: { id: row?.subjectId as string },
      body: { reason: 'asked PayPal' },
    }),
  )
  expect(await kindsOf(w.finance)).toEqual(['booksDiffer'])
  between.say()
  await w.sync()
  await look(w)
  expect(await kindsOf(w.finance)).toEqual([])
  expect(await told(w.finance)).toHaveLength(2)
})

test('a difference is told again when it was gone and came back, and many rows of one account are one notice', async () => {
  const w = await world()
  const differ = (minor: number) =>
    t.owner('update balance_proof set ledger_minor = paypal_minor + $2 where company_id = $1', [
      w.companyId,
      minor,
    ])
  for (const minor of [1, 2, 0, 3]) {
    await differ(minor)
    await look(w)
  }
  expect(await toldOf(w.finance)).toEqual(['booksDiffer', 'booksDiffer'])
  expect((await told(w.finance)).map(({ data }) => data.amountMinor)).toEqual([3, 1])
  await differ(0)
  await sim.act('addRows', { accountId: w.app.accountId, count: 5 })
  await w.settle()
  between.say((row) => ({
    ...row,
    transaction_info: { ...row.transaction_info, transaction_status: '?' },
  }))
  await w.sync()
  await look(w)
  const [rows] = (await told(w.finance)).filter(({ data }) => data.problem === 'rowSetAside')
  expect(rows?.data).toMatchObject({ label: expect.any(String), accountId: w.accountId })
  expect(rows?.data.count).toBeGreaterThanOrEqual(5)
  expect((await toldOf(w.finance)).filter((kind) => kind === 'rowSetAside')).toHaveLength(1)
  between.say()
  await w.sync()
})

test('a reading that fails is told within five minutes, and a short failure is not', async () => {
  const w = await world()
  const { id } = await sim.act<{ id: string }>('addFault', {
    kind: 'errorBefore',
    accountId: w.app.accountId,
    operation: 'search.get',
    times: -1,
  })
  await w.sync()
  await earlier(w, 2)
  await look(w)
  expect(await kindsOf(w.finance)).toEqual([])
  await earlier(w, 2)
  await look(w)
  const { list } = await problems(w.finance)
  expect(list).toMatchObject([
    { kind: 'readingStopped', subjectId: w.accountId, detail: expect.stringMatching(/./) },
  ])
  expect(Date.now() - Date.parse(list[0]?.since as string)).toBeGreaterThan(200_000)
  expect(await toldOf(w.finance)).toEqual(['readingStopped'])
  await isHiddenFromOthers(w)
  // A second failure is the same stop: it is told since when it began, and not again.
  await w.sync()
  await look(w)
  expect((await problems(w.finance)).list[0]?.since).toBe(list[0]?.since)
  expect(await told(w.finance)).toHaveLength(1)
  await sim.act('removeFault', { id })
  await w.sync()
  await look(w)
  expect(await kindsOf(w.finance)).toEqual([])
}, 30_000)

test('an account that nobody reads is told although its events arrive', async () => {
  const w = await world()
  await t.owner(
    `insert into paypal_account_health (company_id, account_id, last_event_at)
     values ($1, $2, now())
     on conflict (company_id, account_id) do update set last_event_at = now()`,
    [w.companyId, w.accountId],
  )
  await t.owner(
    `update paypal_account
     set created_at = created_at - interval '1 day',
       state_changed_at = state_changed_at - interval '1 day',
       secret_changed_at = secret_changed_at - interval '1 day'
     where company_id = $1`,
    [w.companyId],
  )
  await earlier(w, 14)
  expect(await kindsOf(w.finance)).toEqual([])
  await earlier(w, 2)
  expect(await kindsOf(w.finance)).toEqual(['readingStopped'])
  await look(w)
  expect(await toldOf(w.finance)).toEqual(['readingStopped'])
  await w.sync()
  expect(await kindsOf(w.finance)).toEqual([])
})

test('events that stopped coming are told when a bill was paid meanwhile, and not when nothing was', async () => {
  const w = await world()
  const heard = (hours: number) =>
    t.owner(
      `insert into paypal_account_health (company_id, account_id, last_event_at)
       values ($1, $2, now() - make_interval(hours => $3))
       on conflict (company_id, account_id) do update set last_event_at = excluded.last_event_at`,
      [w.companyId, w.accountId, hours],
    )
  await t.owner(
    `update paypal_account
     set created_at = now() - interval '9 days', secret_changed_at = now() - interval '9 days'
     where company_id = $1`,
    [w.companyId],
  )
  const paid = (hours: number, invoiceId = 'INV2-1') =>
    t.owner(
      `update paypal_transaction
       set match_state = 'auto',
         paypal_invoice_id = $3,
         occurred_at = now() - make_interval(hours => $2)
       where company_id = $1`,
      [w.companyId, hours, invoiceId],
    )
  await heard(7)
  await paid(8)
  expect(await kindsOf(w.finance)).toEqual([])
  // Money that came past every invoice, though a bill is explained by it.
  await paid(3, '')
  expect(await kindsOf(w.finance)).toEqual([])
  await paid(3)
  await look(w)
  expect((await problems(w.finance)).list).toMatchObject([
    { kind: 'eventsSilent', subjectId: w.accountId },
  ])
  expect(await toldOf(w.finance)).toEqual(['eventsSilent'])
  expect(await queue(w.finance)).toMatchObject({ count: 1, kinds: ['eventsSilent'] })
  await isHiddenFromOthers(w)
  await heard(5)
  await paid(3)
  await look(w)
  expect(await kindsOf(w.finance)).toEqual([])
})

test('a refund of which nobody knows whether it was made is told, and is gone when it is known', async () => {
  const w = await world()
  const bill = await make.bill(t, w.admin, { status: 'paid' })
  const [refund] = await t.owner<{ id: string }>(
    `insert into refund (company_id, account_id, bill_id, origin, currency, amount_minor, state)
     values ($1, $2, $3, 'paydesk', 'USD', 700, 'sending')
     returning id`,
    [w.companyId, w.accountId, bill.id],
  )
  await t.owner(
    `insert into operation (company_id, account_id, kind, state, refund_id, bill_id, unknown_since)
     values ($1, $2, 'refundPayment', 'unknown', $3, $4, now() - interval '4 minutes')`,
    [w.companyId, w.accountId, refund?.id, bill.id],
  )
  await look(w)
  expect((await problems(w.finance)).list).toMatchObject([
    {
      kind: 'refundUnknown',
      subjectId: refund?.id,
      billId: bill.id,
      billNumber: bill.number,
      amountMinor: 700,
      currency: 'USD',
    },
  ])
  expect((await told(w.finance))[0]?.data).toMatchObject({
    problem: 'refundUnknown',
    billNumber: bill.number,
    amountMinor: 700,
  })
  await t.owner(`update operation set state = 'done' where company_id = $1`, [w.companyId])
  expect(await kindsOf(w.finance)).toEqual([])
})

test('four workers that look at once tell each problem once', async () => {
  const w = await world()
  await t.owner('update balance_proof set ledger_minor = paypal_minor + 7 where company_id = $1', [
    w.companyId,
  ])
  const job = allJobs.find(({ name }) => name === watchCompany.name)
  const side = {
    data: { companyId: w.companyId },
    jobs: t.jobs,
    log: quietLog,
    outside: t.outside,
    prepared: undefined,
  }
  await Promise.all(
    Array.from({ length: 4 }, () =>
      t.in(w.companyId, (db) => (job as (typeof allJobs)[number]).handle({ ...side, db })),
    ),
  )
  expect(await toldOf(w.finance)).toEqual(['booksDiffer'])
  expect(await w.query('select count(*) from problem')).toEqual([{ count: 1 }])
})

test('each minute asks for a look at every company that has an account, once', async () => {
  const w = await world()
  const empty = await make.admin(t)
  const watch = allJobs.find(({ name }) => name === 'problem.watch') as (typeof allJobs)[number]
  const side = { data: {}, jobs: t.jobs, log: quietLog, outside: t.outside, prepared: undefined }
  for (let time = 0; time < 2; time++)
    await t.in(w.companyId, (db) => watch.handle({ ...side, db }))
  const asked = await t.owner<{ id: string }>(
    `select data ->> 'companyId' as id from pgboss.job where name = $1 and state = 'created'`,
    [watchCompany.name],
  )
  expect(asked.filter(({ id }) => id === w.companyId)).toHaveLength(1)
  expect(asked.filter(({ id }) => id === empty.companyId)).toHaveLength(0)
})
