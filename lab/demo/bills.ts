import { approvalApi } from '@paydesk/contract/billing/approval'
import { billApi } from '@paydesk/contract/billing/bill'
import { owedOf } from '@paydesk/contract/billing/billStatus'
import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { refundApi } from '@paydesk/contract/billing/refund'
import type { Account } from '../../apps/paypal-sim/src/record/account.ts'
import { type CastCustomer, notes } from './cast.ts'
import { type Payers, payerOf } from './payers.ts'
import { type BillPlan, dayMs, type Fate, hourMs } from './plan.ts'
import type { Actor, Stage } from './stage.ts'
import type { Timeline } from './timeline.ts'

export type Office = {
  stage: Stage
  timeline: Timeline
  payers: Payers
  /** By username. */
  people: Map<string, Actor>
  /** Who refunds and reconciles, and who agrees to it. */
  finance: Actor
  boss: Actor
  /** Where money in a currency comes in, at PayPal. */
  accountFor: (currency: string) => Account
  customerIds: Map<string, string>
}

type Made = { id: string; number: string; version: number }

const person = (office: Office, username: string): Actor => office.people.get(username) as Actor
export const readBill = (office: Office, id: string) =>
  office.stage.call(office.boss, billApi.read, { params: { id } })

export async function createBill(
  office: Office,
  { customer, input }: BillPlan,
  more: object = {},
): Promise<Made> {
  const customerId = office.customerIds.get(customer.email) as string
  return office.stage.call(person(office, customer.owner), billApi.create, {
    body: { ...input, accountId: null, customerId, ...more },
  })
}

export const sendBill = (office: Office, { customer }: BillPlan, { id, version }: Made) =>
  office.stage.call(person(office, customer.owner), billApi.send, {
    params: { id },
    body: { version, by: 'email' },
  })

/** A bill's life, from its plan: made and sent by its owner, then paid or not, as its fate says. */
export function playBill(office: Office, plan: BillPlan): void {
  const { timeline, stage } = office
  timeline.addOrdinary(plan.at, async () => {
    const bill = await createBill(office, plan)
    if (plan.fate === 'dropped') {
      // A draft that nobody sends is cancelled some days later, or is still there.
      timeline.add(plan.at + 4 * dayMs, () =>
        stage.call(person(office, plan.customer.owner), billApi.cancel, {
          params: { id: bill.id },
          body: { version: bill.version },
        }),
      )
      return
    }
    await sendBill(office, plan, bill)
    if (plan.roll < 0.07) timeline.add(plan.at + 30 * hourMs, () => comment(office, plan, bill))
    if (plan.roll > 0.25) timeline.add(plan.at + 14 * hourMs, () => office.payers.look(bill.number))
    lives[plan.fate](office, plan, bill)
  })
}

const comment = (office: Office, { customer, roll }: BillPlan, { id }: Made) =>
  office.stage.call(person(office, customer.owner), billApi.note, {
    params: { id },
    body: { text: notes[Math.floor(roll * 1000) % notes.length] as string },
  })

type Life = (office: Office, plan: BillPlan, bill: Made) => void
type Paying = Parameters<Payers['pay']>[2]

/** The customer pays on the invoice's page. */
const paying =
  (options: (plan: BillPlan) => Paying = () => ({})): Life =>
  ({ timeline, payers }, plan, { number }) =>
    timeline.add(plan.paysAt, () => payers.pay(number, payerOf(plan.customer), options(plan)))

/**
 * The customer sends the money past the invoice: from an address that we know, or with
 * the bill's number.
 */
const sending =
  (email: (customer: CastCustomer) => string, named: boolean): Life =>
  ({ timeline, payers, accountFor }, { paysAt, customer, totalMinor }, { number }) =>
    timeline.add(paysAt, () =>
      payers.send(
        accountFor(customer.currency),
        { ...payerOf(customer), email: email(customer) },
        { currency: customer.currency, amountMinor: totalMinor, number: named ? number : '' },
      ),
    )

const refunding =
  (share: (plan: BillPlan) => number): Life =>
  (office, plan, bill) => {
    paying()(office, plan, bill)
    office.timeline.add(plan.paysAt + (3 + plan.roll * 8) * dayMs - 10 * hourMs, () =>
      askRefund(office, bill, share(plan)),
    )
  }

const lives: Record<Exclude<Fate, 'dropped'>, Life> = {
  paid: paying(),
  paidInTwo: (office, plan, bill) => {
    paying(() => ({ share: 0.4 }))(office, plan, bill)
    paying()(office, { ...plan, paysAt: plan.paysAt + 9 * dayMs }, bill)
  },
  paidInPart: paying(({ roll }) => ({ share: 0.3 + roll * 0.3 })),
  paidByEcheck: paying(() => ({ how: 'echeck' })),
  paidByReview: paying(() => ({ how: 'review' })),
  paidByAlias: sending(({ pays, email }) => pays ?? email, false),
  paidByNumber: sending(({ email }) => `kasse@${email.split('@')[1]}`, true),
  paidByBank: (office, { paysAt }, bill) =>
    office.timeline.add(paysAt, () => recordBankPayment(office, bill)),
  refundedPart: refunding(({ roll }) => 0.15 + roll * 0.3),
  refundedWhole: refunding(() => 1),
  refundedAtPayPal: ({ timeline, payers }, { paysAt, customer, roll }, { number }) =>
    timeline.add(paysAt, () => {
      const capture = payers.pay(number, payerOf(customer))
      if (capture)
        timeline.add(paysAt + 5 * dayMs, () => payers.giveBack(capture, roll < 0.5 ? 1 : 0.25))
    }),
  never: (office, plan, bill) => {
    if (plan.roll < 0.6) office.timeline.add(plan.at + 34 * dayMs, () => remind(office, plan, bill))
  },
  writtenOff: (office, { at, roll }, bill) =>
    office.timeline.add(at + (48 + roll * 10) * dayMs, () => writeOff(office, bill)),
  cancelled: (office, plan, bill) =>
    office.timeline.add(plan.at + (2 + plan.roll * 4) * dayMs, () => cancel(office, plan, bill)),
}

async function cancel(office: Office, { customer }: BillPlan, { id }: Made) {
  const { version } = await readBill(office, id)
  await office.stage.call(person(office, customer.owner), billApi.cancel, {
    params: { id },
    body: { version },
  })
}

async function writeOff(office: Office, { id }: Made) {
  const { version } = await readBill(office, id)
  await office.stage.call(office.boss, billApi.writeOff, { params: { id }, body: { version } })
}

async function remind(office: Office, { customer }: BillPlan, { id }: Made) {
  const { version, status, busy } = await readBill(office, id)
  if (status === 'sent' && !busy)
    await office.stage.call(person(office, customer.owner), billApi.remind, {
      params: { id },
      body: { version },
    })
}

async function recordBankPayment(office: Office, { id }: Made) {
  const bill = await readBill(office, id)
  const amountMinor = owedOf(bill)
  if (amountMinor <= 0) return
  const paidOn = new Date().toISOString().slice(0, 10)
  const note = '客户改走电汇，银行水单已归档'
  const body = {
    version: bill.version,
    amountMinor,
    method: 'WIRE_TRANSFER' as const,
    paidOn,
    note,
  }
  await office.stage.call(office.finance, billApi.recordPayment, { params: { id }, body })
}

export async function askRefund(office: Office, { id }: { id: string }, share: number) {
  const bill = await readBill(office, id)
  const payment = bill.payments.find(({ source, pending }) => source === 'paypal' && !pending)
  if (!payment || bill.busy) return
  const amountMinor = Math.max(1, Math.round(payment.amountMinor * share))
  const reason = share === 1 ? '客户取消订单，货未发出' : '灯罩划痕，与客户协商退一部分'
  const body = {
    version: bill.version,
    paymentId: payment.id,
    amountMinor,
    reason,
    noteToPayer: 'Refund as agreed. Thank you for your patience.',
  }
  await office.stage.call(office.finance, refundApi.ask, { params: { id }, body })
}

/**
 * The second person looks at what waits: agrees to nearly all of it, and says why not to the rest.
 */
export async function decideRefunds(office: Office): Promise<void> {
  const { stage, boss } = office
  const { list } = await stage.call(boss, approvalApi.list, { query: {} })
  for (const { id, version, obstacle, amountMinor } of list) {
    if (obstacle) continue
    if (amountMinor % 17 === 0)
      await stage.call(boss, approvalApi.reject, {
        params: { id },
        body: { version, note: '先补质检照片再退' },
      })
    else
      await stage.call(boss, approvalApi.approve, { params: { id }, body: { version, note: '' } })
  }
}

/**
 * Money that was matched by its payer alone waits for a person's word; then it is recorded on
 * PayPal's invoice.
 */
export async function confirmMatches(office: Office): Promise<void> {
  const { stage, finance } = office
  const { list } = await stage.call(finance, reconciliationApi.list, { query: { confirm: 'true' } })
  for (const { id, version } of list)
    await stage.call(finance, reconciliationApi.record, { params: { id }, body: { version } })
}
