/**
 * `npm run torture -- commits --seed N [--cuts 1000]`: people and jobs work while their connections
 * to PostgreSQL are cut at every point of a transaction, most of them around COMMIT. Afterwards
 * each key must have exactly one effect, and its answer must be the true one.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { verifyLedger } from '../../../apps/api/src/money/ledger/verify.ts'
import { verifyAudit } from '../../../apps/api/src/office/audit/verify.ts'
import { Between, type Fate } from '../../../apps/api/src/test/server/between.ts'
import { dice } from '../../ground/dice.ts'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { underTorture } from '../../stack/options.ts'
import { compare, figuresOf, unsettled } from '../../truth/bills.ts'
import { labPassword } from '../../world/accounts.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: '1' },
    cuts: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '20' },
  },
})
const [seed, wanted, minutes] = [Number(values.seed), Number(values.cuts), Number(values.minutes)]
const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)
const say = (text: string) => console.log(`${String(seconds()).padStart(4)} s  ${text}`)
const people = 6

/** Where a connection is cut, and how often of a hundred messages that come by there. */
const atCommit: [Fate, number][] = [
  ['lose', 6],
  ['sendAndCut', 6],
  ['loseAnswer', 10],
  ['halfAnswer', 6],
]
const elsewhere: [Fate, number][] = [
  ['lose', 0.4],
  ['loseAnswer', 0.4],
]
const random = dice(seed)
function draw(fates: [Fate, number][]): Fate | undefined {
  let left = random() * 100
  for (const [fate, percent] of fates) {
    if (left < percent) return fate
    left -= percent
  }
  return undefined
}

type Bill = { id: string; number: string; version: number; title: string }
type Act = {
  key: string
  method: string
  path: string
  body: object
  status: number
  data: unknown
}

let between: Between | undefined
const cuts: Record<string, number> = {}
let on = false
const stack = await openStack(
  underTorture({
    name: 'torture-commits',
    accounts: 2,
    workers: 2,
    seed,
    betweenDatabase: async (url) => {
      between = await Between.start(Number(new URL(url).port))
      between.fateOf = (message, application) => {
        // Writers of the API and the workers' jobs; who only reads has nothing to lose.
        if (!on || !/^paydesk-(api|worker|door)/.test(application)) return undefined
        const fate = draw(message === 'commit' ? atCommit : elsewhere)
        if (fate) cuts[`${message} ${fate}`] = (cuts[`${message} ${fate}`] ?? 0) + 1
        return fate
      }
      return between.url(url)
    },
  }),
)
let failed = true
try {
  const { api, sim, owner, companyId, accountIds, ownerUrl } = stack
  const operator = new Client(api)
  const token = await operator.signIn('admin', labPassword)
  const { rows: customers } = await owner.query<{ id: string }>(
    'select id from customer where company_id = $1 and email is not null',
    [companyId],
  )
  const statuses: Record<string, number> = {}
  const acts: Act[] = []

  /** As a client of the API must: the same request with the same key until somebody decides. */
  async function act<T>(
    method: string,
    path: string,
    body: object,
    key: string = randomUUID(),
  ): Promise<{ status: number; data: T }> {
    for (;;) {
      const response = await fetch(api + path, {
        method,
        headers: {
          authorization: token,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      })
      const { data, errorCode } = (await response.json()) as { data: T; errorCode: string | null }
      const name = `${response.status}${errorCode ? ` ${errorCode}` : ''}`
      statuses[name] = (statuses[name] ?? 0) + 1
      if (response.status !== 503) {
        acts.push({ key, method, path, body, status: response.status, data })
        return { status: response.status, data }
      }
      await sleep(100)
    }
  }

  let made = 0
  const edits = new Map<string, number>()
  const cutCount = () => Object.values(cuts).reduce((sum, one) => sum + one, 0)
  on = true
  const person = async () => {
    while (cutCount() < wanted && seconds() < minutes * 60) {
      const index = made++
      const content = (unitAmountMinor: number) => ({
        customerId: customers[index % customers.length]?.id,
        currency: 'USD',
        title: `Torture ${index}`,
        items: [
          { name: 'Item', quantity: '1', unitAmountMinor, taxName: 'VAT', taxPercent: '7.25' },
        ],
        term: 'net15',
        allowPartial: true,
        accountId: accountIds[index % accountIds.length],
      })
      const bill = await act<Bill>('POST', '/api/payPalBill', content(1000 + index))
      let { version } = bill.data
      for (let edit = 0; edit < 3; edit++) {
        const edited = await act<Bill>('PATCH', `/api/payPalBill/${bill.data.id}`, {
          version,
          ...content(2000 + index + edit),
        })
        version = edited.data.version
        edits.set(bill.data.id, (edits.get(bill.data.id) ?? 0) + 1)
      }
      await act('POST', `/api/payPalBill/${bill.data.id}/send`, { version, by: 'link' })
      if (index % 50 === 49)
        say(
          `${index + 1} bills, ${cutCount()} cuts, ${between?.unanswered} commits without an answer`,
        )
    }
  }
  await Promise.all(Array.from({ length: people }, person))
  on = false
  say(`${cutCount()} cuts, ${between?.unanswered} commits without an answer; the drain begins`)

  // Whoever asks again with a key is told what happened the first time.
  let untrue = 0
  for (const { key, method, path, body, status, data } of acts.filter(
    ({ status }) => status === 200,
  )) {
    const answer = await act(method, path, body, key)
    if (answer.status !== status || JSON.stringify(answer.data) !== JSON.stringify(data)) untrue++
  }
  const deadline = Date.now() + 5 * 60_000
  let differing = await compare(owner, sim, companyId)
  let open = await unsettled(owner, companyId)
  while ((differing.length > 0 || open.total > 0) && Date.now() < deadline) {
    await sleep(2000)
    differing = await compare(owner, sim, companyId)
    open = await unsettled(owner, companyId)
  }
  for (const line of differing.slice(0, 10)) console.log(line)
  const figures = await figuresOf(owner, sim, companyId)
  const { rows: bills } = await owner.query<{ id: string; title: string }>(
    `select id, title from bill where company_id = $1 and title like 'Torture %'`,
    [companyId],
  )
  const there = new Set(bills.map(({ id }) => id))
  const created = acts
    .filter(({ path, status }) => path === '/api/payPalBill' && status === 200)
    .map(({ data }) => (data as Bill).id)
  const { rows: changes } = await owner.query<{ id: string; n: number }>(
    `select entity_id as id, count(*)::int as n
     from audit_entry
     where company_id = $1 and action = 'bill.edit'
     group by 1`,
    [companyId],
  )
  const editedWrong =
    changes.filter(({ id, n }) => n !== edits.get(id)).length +
    Math.abs(changes.length - edits.size)
  const ledger = await verifyLedger(ownerUrl)
  const audit = await verifyAudit(ownerUrl)
  const result = {
    bench: 'torture commits',
    seed,
    cuts: cutCount(),
    cutsAt: cuts,
    committedWithoutAnswer: between?.unanswered ?? 0,
    acts: acts.length,
    statuses,
    odd: Object.keys(statuses).filter((name) => !/^(200|503)/.test(name)),
    lost: created.filter((id) => !there.has(id)).length,
    doubled: bills.length - new Set(bills.map(({ title }) => title)).size,
    editedWrong,
    untrueAnswers: untrue,
    ...figures,
    differing: differing.length,
    unsettled: open.total,
    ledgerFaults: ledger.faults.length,
    auditFaults: audit.faults.length,
    seconds: seconds(),
  }
  failed =
    result.cuts < wanted ||
    result.committedWithoutAnswer < wanted / 5 ||
    result.odd.length > 0 ||
    result.lost +
      result.doubled +
      editedWrong +
      untrue +
      differing.length +
      open.total +
      figures.invoicesTwice >
      0 ||
    ledger.faults.length + audit.faults.length > 0
  console.log(JSON.stringify({ ...result, passed: !failed }))
} finally {
  on = false
  await stack.stop()
  between?.stop()
}
process.exit(failed ? 1 : 0)
