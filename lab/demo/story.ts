import { disputeApi } from '@paydesk/contract/billing/dispute'
import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { limitChangeApi } from '@paydesk/contract/people/limitChange'
import { openDispute, resolve } from '../../apps/paypal-sim/src/dispute/dispute.ts'
import { draftInvoice } from '../../apps/paypal-sim/src/invoice/actions.ts'
import type { CaptureRecord } from '../../apps/paypal-sim/src/record/capture.ts'
import {
  askRefund,
  confirmMatches,
  createBill,
  decideRefunds,
  type Office,
  playBill,
  sendBill,
} from './bills.ts'
import { customers, type Dice, dice, goods, titles } from './cast.ts'
import { keepHouse } from './house.ts'
import { openOffice } from './office.ts'
import { payerOf } from './payers.ts'
import { type BillPlan, dayMs, hourMs, planBills } from './plan.ts'
import type { Stage } from './stage.ts'
import type { Timeline } from './timeline.ts'

const market = { customers, goods, titles, timezoneHours: 8 }
const staff = [
  'super',
  'admin',
  'finance',
  'wuhao',
  'wangfang',
  'lilei',
  'zhaomin',
  'hanmei',
  'sunyu',
]

/**
 * The exporter's days: four accounts in four currencies, and whatever happens to a few bills a day.
 */
export async function playExporter(
  stage: Stage,
  timeline: Timeline,
  { seed, bills }: { seed: number; bills: number },
): Promise<void> {
  const office = await openOffice(stage, timeline, {
    people: staff,
    finance: 'finance',
    boss: 'admin',
    customers,
    accounts: [
      {
        label: '美元主账户',
        name: 'Morningstar Lighting',
        email: 'pay-us@morningstar.example',
        country: 'HK',
        primary: 'USD',
        takes: ['USD', 'AUD', 'CAD'],
      },
      {
        label: '欧元账户',
        name: 'Morningstar Lighting Europe',
        email: 'pay-eu@morningstar.example',
        country: 'DE',
        primary: 'EUR',
        takes: ['EUR'],
      },
      {
        label: '英镑账户',
        name: 'Morningstar Lighting UK',
        email: 'pay-uk@morningstar.example',
        country: 'GB',
        primary: 'GBP',
        takes: ['GBP'],
      },
      {
        label: '日元账户',
        name: 'モーニングスター照明',
        email: 'pay-jp@morningstar.example',
        country: 'JP',
        primary: 'JPY',
        takes: ['JPY'],
      },
    ],
  })
  const roll = dice(seed)
  await setThresholds(office)
  const days = Math.round((timeline.end - timeline.from) / dayMs)
  for (const plan of planBills(roll, market, {
    from: timeline.from,
    to: timeline.end - 4 * hourMs,
    count: bills,
  }))
    playBill(office, plan)
  playLastDays(office, roll)
  playDisputes(office, roll, days)
  playUnexplained(office, days)
  keepHouse(office, days)
  for (let day = 1; day < days - 2; day++) {
    // The newest requests are left for whoever opens the demo.
    if (day % 3 === 0) timeline.add(timeline.day(day, 2), () => decideRefunds(office))
    if (day % 7 === 1) timeline.add(timeline.day(day, 3), () => confirmMatches(office))
  }
  playMoneyOut(office, days)
}

/**
 * Refunds from these amounts on need a second person. One asks for the limits, another agrees: the
 * product asks that of everybody.
 */
async function setThresholds({ stage, boss, people }: Office) {
  const refundThresholds = [
    { currency: 'USD' as const, amountMinor: 50_000 },
    { currency: 'EUR' as const, amountMinor: 45_000 },
    { currency: 'GBP' as const, amountMinor: 40_000 },
    { currency: 'JPY' as const, amountMinor: 70_000 },
    { currency: 'AUD' as const, amountMinor: 75_000 },
    { currency: 'CAD' as const, amountMinor: 70_000 },
  ]
  const { id } = await stage.call(boss, limitChangeApi.ask, { body: { refundThresholds } })
  await stage.call(people.get('super') as typeof boss, limitChangeApi.approve, { params: { id } })
}

const planOf = (roll: Dice, at: number): BillPlan =>
  planBills(roll, market, { from: at - dayMs, to: at + 6 * dayMs, count: 1 })[0] as BillPlan

/**
 * What only the last days can show: drafts, scheduled bills, bills that PayPal did not take,
 * eChecks that have not cleared.
 */
function playLastDays(office: Office, roll: Dice) {
  const { timeline, payers, stage } = office
  const soon = (days: number) => new Date(timeline.end + days * dayMs).toISOString().slice(0, 10)
  for (let n = 0; n < 9; n++)
    timeline.add(timeline.end - (0.2 + n * 0.35) * dayMs, () =>
      createBill(office, planOf(roll, timeline.end)),
    )
  for (let n = 0; n < 5; n++) {
    const plan = planOf(roll, timeline.end)
    timeline.add(timeline.end - (0.4 + n * 0.5) * dayMs, async () => {
      await sendBill(office, plan, await createBill(office, plan, { billDate: soon(3 + 4 * n) }))
    })
  }
  for (let n = 0; n < 2; n++) {
    const plan = planOf(roll, timeline.end)
    timeline.add(timeline.end - (1.1 + n * 1.7) * dayMs, () => sendTakenNumber(office, plan))
  }
  const wrong = planOf(roll, timeline.end)
  timeline.addAlone(timeline.end - 0.8 * dayMs, async () => {
    await stage.settle()
    // PayPal reckons a cent too much: the product compares, and does not send.
    stage.sim.world.config.reckonsWrong = 'total'
    const bill = await createBill(office, wrong)
    await sendBill(office, wrong, bill)
    await stage.settle()
    stage.sim.world.config.reckonsWrong = ''
  })
  for (let n = 0; n < 3; n++) {
    const plan = planOf(roll, timeline.end)
    timeline.add(timeline.end - (6 + n) * dayMs, async () => {
      const bill = await createBill(office, plan)
      await sendBill(office, plan, bill)
      timeline.add(timeline.end - (0.6 + 0.7 * n) * dayMs, () =>
        payers.pay(bill.number, payerOf(plan.customer), { how: 'echeck' }),
      )
    })
  }
}

/** Somebody made an invoice of the same number on PayPal's own pages. */
async function sendTakenNumber(office: Office, plan: BillPlan) {
  const { world } = office.stage.sim
  const bill = await createBill(office, plan)
  const account = office.accountFor(plan.customer.currency)
  const like = world.invoicesOf.get(account.id)?.at(-1)
  if (like)
    world.invoices.put(
      ...withId(draftInvoice(world, account.id, undefined, { ...like.input, number: bill.number })),
    )
  await sendBill(office, plan, bill)
}
const withId = <T extends { id: string }>(record: T): [string, T] => [record.id, record]

/**
 * Two payments are disputed: one case was answered and won, the other is open, with a deadline. A
 * third refund waits for its decision.
 */
function playDisputes(office: Office, roll: Dice, days: number) {
  const { timeline, payers, stage } = office
  const { world } = stage.sim
  const disputed = (paidAt: number, then: (capture: CaptureRecord) => void) => {
    const plan = planOf(roll, paidAt)
    timeline.add(paidAt - 5 * dayMs, async () => {
      const bill = await createBill(office, plan)
      await sendBill(office, plan, bill)
      timeline.add(paidAt, () => {
        const capture = payers.pay(bill.number, payerOf(plan.customer))
        if (capture) then(capture)
      })
    })
  }
  const first = Math.max(6, Math.floor(days * 0.4))
  disputed(timeline.day(first, 13), (capture) => {
    timeline.add(timeline.day(first + 3, 14), () => {
      const dispute = openDispute(world, capture, {
        message: 'The parcel was marked as delivered, but nothing arrived here.',
      })
      world.emitted = []
      timeline.add(timeline.day(first + 4, 2), () => answerDispute(office, dispute.id))
      timeline.add(timeline.day(first + 7, 15), () => {
        resolve(world, dispute, 'RESOLVED_SELLER_FAVOUR')
        world.emitted = []
      })
    })
  })
  disputed(timeline.end - 7 * dayMs, (capture) => {
    timeline.add(timeline.end - 3 * dayMs, () => {
      openDispute(world, capture, {
        reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
        message: 'Eight of the lamps are the wrong colour.',
      })
      world.emitted = []
    })
  })
  const waiting = planOf(roll, timeline.end - 9 * dayMs)
  timeline.add(timeline.end - 9 * dayMs, async () => {
    const bill = await createBill(office, waiting, {
      items: [
        {
          name: 'LED pendant PD-35',
          quantity: '40',
          unitAmountMinor: waiting.customer.currency === 'JPY' ? 19_000 : 12_800,
        },
      ],
    })
    await sendBill(office, waiting, bill)
    timeline.add(timeline.end - 5 * dayMs, () => payers.pay(bill.number, payerOf(waiting.customer)))
    timeline.add(timeline.end - 0.5 * dayMs, () => askRefund(office, bill, 0.5))
  })
}

async function answerDispute({ stage, finance }: Office, providerDisputeId: string) {
  await stage.tick('dispute.sweep')
  const { list } = await stage.call(finance, disputeApi.list, { query: {} })
  const dispute = list.find((one) => one.providerDisputeId === providerDisputeId)
  if (!dispute) throw new Error(`The dispute ${providerDisputeId} is not known`)
  const { version, actions } = await stage.call(finance, disputeApi.read, {
    params: { id: dispute.id },
  })
  if (!actions.includes('provideEvidence')) return
  await stage.call(finance, disputeApi.answer, {
    params: { id: dispute.id },
    body: {
      version,
      action: 'provideEvidence',
      evidenceType: 'PROOF_OF_FULFILLMENT',
      carrier: 'DHL',
      trackingNumber: 'JD014600003812345678',
      note: 'Signed for at the front desk; see the tracking.',
    },
  })
}

const strangers = [
  { email: 'm.keller@unbekannt.example', name: 'Martin Keller', country: 'DE' },
  { email: 'orders@wildwood-decor.example', name: 'Wildwood Decor', country: 'US' },
  { email: 'sato.haruka@mail.example', name: '佐藤 遥', country: 'JP' },
  { email: 'purchasing@grandhotelsol.example', name: 'Grand Hotel Sol', country: 'ES' },
  { email: 'ella@brightside.example', name: 'Ella Wright', country: 'GB' },
]

/**
 * Money that no bill explains: from people whom nobody knows, sent, corrected, given back. Of
 * earlier ones finance has said what they were.
 */
function playUnexplained(office: Office, days: number) {
  const { timeline, payers, accountFor } = office
  const [usd, eur, gbp, jpy] = ['USD', 'EUR', 'GBP', 'JPY'].map(accountFor) as [
    ReturnType<typeof accountFor>,
    ...ReturnType<typeof accountFor>[],
  ]
  const at = (back: number) => timeline.end - back * dayMs
  const stranger = (n: number) => strangers[n % strangers.length] as (typeof strangers)[number]
  for (const [n, account, amountMinor] of [
    [0, eur, 48_000],
    [1, usd, 126_500],
    [2, jpy, 38_500],
    [3, eur, 215_000],
    [4, gbp, 9900],
    [1, usd, 64_250],
  ] as const)
    timeline.add(at(1 + n * 2.3), () => payers.send(account ?? usd, stranger(n), { amountMinor }))
  // Two payments by a customer whose open bills come to something else.
  timeline.add(at(2.2), () =>
    payers.send(usd, payerOf(customers[1] as (typeof customers)[number]), { amountMinor: 150_000 }),
  )
  timeline.add(at(5.2), () =>
    payers.send(eur ?? usd, payerOf(customers[2] as (typeof customers)[number]), {
      currency: 'EUR',
      amountMinor: 70_000,
    }),
  )
  timeline.add(at(3.4), () =>
    payers.row(usd, 'T0001', -32_000, {
      payer: { email: 'freight@oceanlink.example', name: 'Oceanlink Freight', country: 'HK' },
      subject: 'Freight',
    }),
  )
  timeline.add(at(6.4), () =>
    payers.row(usd, 'T0000', -18_900, {
      payer: { email: 'photo@studio-lin.example', name: 'Studio Lin', country: 'HK' },
      subject: 'Product photos',
    }),
  )
  timeline.add(at(8.4), () => payers.row(eur ?? usd, 'T1200', 1250, { subject: 'Correction' }))
  timeline.add(at(4.1), () =>
    payers.row(gbp ?? usd, 'T1107', 4600, {
      payer: { email: 'sales@cartons.example', name: 'Carton Works', country: 'GB' },
      subject: 'Refund',
    }),
  )
  for (let day = 10; day < days - 12; day += 16) {
    timeline.add(timeline.day(day, 15), () =>
      payers.send(usd, stranger(day), { amountMinor: 5000 + day * 310 }),
    )
    timeline.add(timeline.day(day + 8, 3), () => setAside(office))
  }
  timeline.add(at(0.9), () => assignOne(office))
}

/** After a week nobody has asked for it: finance writes down what it was. */
async function setAside({ stage, finance }: Office) {
  const { list } = await stage.call(finance, reconciliationApi.list, { query: {} })
  for (const { id, version } of list) {
    const reason = '客户确认为样品押金，不开账单'
    // A bill may have explained it since the list was read.
    await stage.try(finance, reconciliationApi.ignore, {
      params: { id },
      body: { version, reason },
    })
  }
}

async function assignOne({ stage, finance, people }: Office) {
  const { list } = await stage.call(finance, reconciliationApi.list, { query: {} })
  for (const [index, { id, version }] of list.slice(0, 3).entries()) {
    const assigneeId = (people.get(index === 0 ? 'wuhao' : 'finance') as typeof finance).userId
    await stage.call(finance, reconciliationApi.assign, {
      params: { id },
      body: { version, assigneeId },
    })
  }
}

/**
 * Each Friday most of the balances goes to the bank; the last transfer is not there yet. PayPal
 * keeps some money back for a while.
 */
function playMoneyOut(office: Office, days: number) {
  const { timeline, payers, accountFor } = office
  for (const currency of ['USD', 'EUR', 'GBP', 'JPY']) {
    const account = accountFor(currency)
    const withdraw = (status: 'P' | 'S') => {
      const amountMinor = Math.floor((payers.available(account) * 0.7) / 10_000) * 10_000
      if (amountMinor > 0) payers.row(account, 'T0403', -amountMinor, { status })
    }
    for (let day = 0; day < days; day++)
      if (new Date(timeline.day(day, 0)).getUTCDay() === 5)
        timeline.add(timeline.day(day, 16), () => withdraw('S'))
    if (currency === 'USD') timeline.add(timeline.end - 0.7 * dayMs, () => withdraw('P'))
  }
  const usd = accountFor('USD')
  timeline.add(timeline.day(Math.floor(days * 0.3), 15), () => payers.row(usd, 'T2103', -150_000))
  timeline.add(timeline.day(Math.floor(days * 0.6), 15), () => payers.row(usd, 'T2104', 150_000))
  timeline.add(timeline.end - 11 * dayMs, () => payers.row(usd, 'T2103', -80_000))
}
