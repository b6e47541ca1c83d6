/**
 * `npm run torture -- bills --seed N [--bills 5000]`: bills are made, sent, paid and cancelled
 * while PayPal loses answers, refuses for a while, and doubles, delays and drops events, and while
 * workers are killed. Afterwards every bill must agree with the simulator.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dice, pooled } from '../../ground/dice.ts'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { underTorture } from '../../stack/options.ts'
import { compare, figuresOf, unsettled } from '../../truth/bills.ts'
import { labPassword } from '../../world/accounts.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: '1' },
    bills: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '10' },
  },
})
const [seed, count, minutes] = [Number(values.seed), Number(values.bills), Number(values.minutes)]
const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)
const say = (text: string) => console.log(`${String(seconds()).padStart(4)} s  ${text}`)

/** Together the faults hit about 30 % of the calls to PayPal; a tenth of its events never comes. */
const faults = [
  { kind: 'dropAfter', probability: 0.1 },
  { kind: 'slow', probability: 0.03, ms: 1500 },
  { kind: 'errorAfter', probability: 0.08 },
  { kind: 'errorBefore', probability: 0.05 },
  { kind: 'rateLimit', probability: 0.03, ms: 1000 },
  { kind: 'duplicateWebhook', probability: 0.2 },
  { kind: 'delayWebhook', probability: 0.3, ms: 2000 },
  { kind: 'dropWebhook', probability: 0.1 },
]

type Bill = { id: string; number: string; version: number; status: string; busy: boolean }
type Fate = 'payWhole' | 'payInParts' | 'leave' | 'cancel'

const stack = await openStack(
  underTorture({ name: 'torture-bills', accounts: 5, workers: 3, seed }),
)
let failed = true
let kills = 0
let over = false
try {
  const { api, sim, owner, companyId, accountIds, killWorker } = stack
  const operator = new Client(api)
  await operator.signIn('admin', labPassword)
  for (const fault of faults) await sim.act('addFault', { ...fault, times: -1 })
  say(`${count} bills, seed ${seed}`)

  const random = dice(seed)
  const fates = new Map<string, Fate>()
  const fateOf = (): Fate => {
    const roll = random()
    return roll < 0.1 ? 'leave' : roll < 0.15 ? 'cancel' : roll < 0.6 ? 'payWhole' : 'payInParts'
  }
  const { rows: customers } = await owner.query<{ id: string }>(
    'select id from customer where company_id = $1 and email is not null',
    [companyId],
  )

  const killer = (async () => {
    const when = dice(seed + 1)
    while (!over) {
      await sleep(5000 + when() * 5000)
      if (over) return
      await killWorker(Math.floor(when() * 3))
      kills++
    }
  })()

  const buyers = (async () => {
    const half = new Set<string>()
    const done = new Set<string>()
    while (!over) {
      for (const invoice of await sim.invoices(20_000, 'payable')) {
        const fate = fates.get(invoice.number)
        if (done.has(invoice.id)) continue
        if (fate === 'payWhole' || (fate === 'payInParts' && half.has(invoice.id))) {
          done.add(invoice.id)
          await sim.act('payInvoice', { invoiceId: invoice.id })
        } else if (fate === 'payInParts') {
          half.add(invoice.id)
          await sim.act('payInvoice', {
            invoiceId: invoice.id,
            amountMinor: Math.floor(invoice.totalMinor / 2),
          })
        }
      }
      await sleep(1000)
    }
  })()

  const toCancel: Bill[] = []
  await pooled(Array.from({ length: count }), 8, async (_, index) => {
    const input = {
      customerId: customers[index % customers.length]?.id,
      currency: 'USD',
      title: `Torture ${index}`,
      items: [
        {
          name: 'Item',
          quantity: String(1 + (index % 7)),
          unitAmountMinor: 101 + index,
          taxName: 'VAT',
          taxPercent: '7.25',
        },
      ],
      term: 'net15',
      allowPartial: true,
      accountId: accountIds[index % accountIds.length],
    }
    const made = await operator.call<Bill>('POST', '/api/payPalBill', input)
    if (made.status !== 200) throw new Error(`create: ${made.status} ${made.errorMessage}`)
    const fate = fateOf()
    fates.set(made.data.number, fate)
    const sent = await operator.call<Bill>('POST', `/api/payPalBill/${made.data.id}/send`, {
      version: made.data.version,
      by: index % 3 === 0 ? 'link' : 'email',
    })
    if (sent.status !== 200) throw new Error(`send: ${sent.status} ${sent.errorMessage}`)
    if (fate === 'cancel') toCancel.push(sent.data)
    if ((index + 1) % Math.ceil(count / 10) === 0) say(`${index + 1} made and sent`)
  })
  const sentAfter = seconds()
  say(`all asked for; ${toCancel.length} to be cancelled`)
  // Most of this time is spent waiting until the outcomes of lost calls are found out.
  await pooled(toCancel, 40, async ({ id }) => {
    for (let turn = 0; turn < 600; turn++) {
      const { data: bill } = await operator.call<Bill>('GET', `/api/payPalBill/${id}`)
      if (bill.status === 'cancelled') return
      if (bill.status === 'sent' && !bill.busy)
        await operator.call('POST', `/api/payPalBill/${id}/cancel`, { version: bill.version })
      await sleep(1000)
    }
  })
  say('cancelled; the faults end, the drain begins')
  over = true
  await Promise.all([killer, buyers])
  await sim.act('removeFault')
  // These are the invoices that the buyers had not got to.
  for (const invoice of await sim.invoices(20_000, 'payable'))
    if (fates.get(invoice.number)?.startsWith('pay'))
      await sim.act('payInvoice', { invoiceId: invoice.id })

  const deadline = startedAt + minutes * 60_000
  let differing = await compare(owner, sim, companyId)
  let open = await unsettled(owner, companyId)
  while ((differing.length > 0 || open.total > 0) && Date.now() < deadline) {
    say(`${differing.length} differ, ${JSON.stringify(open)}`)
    await sleep(5000)
    differing = await compare(owner, sim, companyId)
    open = await unsettled(owner, companyId)
  }
  for (const line of differing.slice(0, 10)) console.log(line)
  const figures = await figuresOf(owner, sim, companyId)
  const deviations = await sim.deviations()
  failed =
    deviations > 0 ||
    differing.length > 0 ||
    open.total > 0 ||
    figures.invoicesTwice > 0 ||
    figures.bills !== count ||
    seconds() > minutes * 60
  const result = {
    bench: 'torture bills',
    seed,
    ...figures,
    differing: differing.length,
    unsettled: open.total,
    deviations,
    workersKilled: kills,
    requestsRepeated: operator.repeated,
    sentAfterSeconds: sentAfter,
    seconds: seconds(),
    passed: !failed,
  }
  console.log(JSON.stringify(result))
} finally {
  over = true
  await stack.stop()
}
process.exit(failed ? 1 : 0)
