// @module-tag slow

import { crc32 } from 'node:zlib'
import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { expect, test } from 'vitest'
import type { SimAccount } from '../../../../../lab/world/simulator.ts'
import { type Caught, fitted, tap } from '../../test/server/forge.ts'
import { until } from '../../test/until.ts'
import { billWorld } from '../../test/world/billWorld.ts'
import { quietLog } from '../../test/world/moneyWorld.ts'
import { syncAccount } from '../reporting/sync.ts'

/** `FORGED=1000` sends that many; the short form sends some of each kind. */
const total = Number(process.env.FORGED ?? 28)

const world = billWorld({
  PAYPAL_CONFIRM_SECONDS: '3',
  PAYPAL_SYNC_SECONDS: '3600',
  PAYPAL_SWEEP_SECONDS: '3600',
})
const { t } = world

const usd = (value: string) => ({ currency_code: 'USD', value })
const seconds = (ms: number) => `${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`
const random = (length: number) =>
  Array.from(
    { length },
    () => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[Math.floor(Math.random() * 32)],
  ).join('')

// biome-ignore lint/suspicious/noExplicitAny: PayPal's wire
type Wire = any
type Targets = { open: Wire; paid: Wire; foreign: Wire; captureId: string }

/** Kinds of forged events: type and resource, made of what really is at PayPal. */
const kinds: Record<string, (targets: Targets) => { type: string; resource: object; at?: string }> =
  {
    paid: ({ open }) => ({
      type: 'INVOICING.INVOICE.PAID',
      resource: { invoice: paidBy(open, random(17), 0) },
    }),
    paidInFuture: ({ open }) => ({
      type: 'INVOICING.INVOICE.PAID',
      resource: { invoice: paidBy(open, random(17), 7_200_000) },
    }),
    eventInFuture: ({ open }) => ({
      type: 'INVOICING.INVOICE.PAID',
      resource: { invoice: paidBy(open, random(17), 0) },
      at: seconds(86_400_000),
    }),
    otherAmount: ({ open }) => ({
      type: 'INVOICING.INVOICE.UPDATED',
      resource: {
        invoice: { ...open, amount: { ...open.amount, value: '1.00' }, due_amount: usd('1.00') },
      },
    }),
    cancelled: ({ open }) => ({
      type: 'INVOICING.INVOICE.CANCELLED',
      resource: { invoice: { ...open, status: 'CANCELLED' } },
    }),
    refundedInvoice: ({ paid }) => ({
      type: 'INVOICING.INVOICE.REFUNDED',
      resource: {
        invoice: {
          ...paid,
          status: 'REFUNDED',
          refunds: {
            refund_amount: usd('100.00'),
            transactions: [{ type: 'PAYPAL', refund_id: random(17), amount: usd('100.00') }],
          },
        },
      },
    }),
    otherInvoice: ({ open }) => ({
      type: 'INVOICING.INVOICE.PAID',
      resource: {
        invoice: paidBy(
          { ...open, id: `INV2-${random(4)}-${random(4)}-${random(4)}-${random(4)}` },
          random(17),
          0,
        ),
      },
    }),
    otherAccount: ({ foreign }) => ({
      type: 'INVOICING.INVOICE.PAID',
      resource: { invoice: paidBy(foreign, random(17), 0) },
    }),
    capture: () => ({
      type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: captureOf(random(17), '99999.00'),
    }),
    captureOfAnotherAmount: ({ captureId }) => ({
      type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: captureOf(captureId, '99999.00'),
    }),
    refund: ({ captureId }) => ({
      type: 'PAYMENT.CAPTURE.REFUNDED',
      resource: {
        id: random(17),
        status: 'COMPLETED',
        amount: usd('100.00'),
        links: [
          {
            rel: 'up',
            href: `https://api-m.sandbox.paypal.com/v2/payments/captures/${captureId}`,
            method: 'GET',
          },
        ],
      },
    }),
    dispute: () => ({
      type: 'CUSTOMER.DISPUTE.CREATED',
      resource: {
        dispute_id: `PP-R-${random(3)}-10000000`,
        status: 'OPEN',
        dispute_amount: usd('100.00'),
      },
    }),
    hostile: ({ open }) => {
      const invoice = paidBy(open, random(17), 0)
      return {
        type: 'INVOICING.INVOICE.PAID',
        resource: {
          invoice: {
            ...invoice,
            detail: {
              ...invoice.detail,
              invoice_number: '\u0000',
              metadata: { create_time: { toString: 1 }, last_update_time: [[]] },
            },
          },
        },
      }
    },
    otherType: () => ({
      type: 'PAYMENT.SALE.COMPLETED',
      resource: { id: random(17), amount: usd('100.00') },
    }),
  }

const paidBy = (invoice: Wire, paymentId: string, aheadMs: number) => {
  const { value } = invoice.amount
  return {
    ...invoice,
    status: 'PAID',
    due_amount: usd('0.00'),
    payments: {
      paid_amount: usd(value),
      transactions: [
        {
          type: 'PAYPAL',
          payment_id: paymentId,
          payment_date: seconds(0).slice(0, 10),
          method: 'PAYPAL',
          amount: usd(value),
        },
      ],
    },
    detail: {
      ...invoice.detail,
      metadata: { ...invoice.detail.metadata, last_update_time: seconds(2000 + aheadMs) },
    },
  }
}

const captureOf = (id: string, value: string) => ({
  id,
  status: 'COMPLETED',
  amount: usd(value),
  seller_receivable_breakdown: {
    gross_amount: usd(value),
    paypal_fee: usd('1.00'),
    net_amount: usd('99998.00'),
  },
  create_time: seconds(0),
  update_time: seconds(0),
})

/**
 * Everything that an event could have touched. Looks at PayPal leave their times behind;
 * those are no effect.
 */
const effects = async () => ({
  bills: await t.owner(
    `select id, status, provider_status, total_minor, paid_minor, refunded_minor, due_minor,
       fee_minor, version
     from bill
     order by id`,
  ),
  ...(await counts(
    'bill_payment',
    'bill_refund',
    'bill_entry',
    'paypal_transaction',
    'match_line',
    'journal',
    'posting',
    'refund',
    'dispute',
  )),
  figures: await t.owner(
    `select company_id, owner_id, kind, day, currency, sum(amount_minor) as amount,
       sum(row_count) as rows
     from (
       select company_id, owner_id, kind, day, currency, amount_minor, row_count
       from bill_figure
       union all
       select company_id, owner_id, kind, day, currency, amount_minor, row_count
       from bill_figure_delta
     ) f
     group by 1, 2, 3, 4, 5
     having sum(amount_minor) <> 0 or sum(row_count) <> 0
     order by 1, 2, 3, 4, 5`,
  ),
  notices: await t.owner(`select count(*)::int as n from notice where kind <> 'eventAlarm'`),
})
const counts = async (...tables: string[]) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        (await t.owner<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n,
      ]),
    ),
  )

test('signed forgeries change nothing, and each is named in the alarms', async () => {
  await readAccount()
  const open: Bill[] = []
  for (let n = 0; n < 3; n++) open.push(await world.sent())
  const paid = await world.sent()
  const { captureId } = (await world.pay(paid)) as { captureId: string }
  await world.becomes(paid.id, ({ status }) => status === 'paid')
  const client = clientOf(0)
  const foreign = await foreignInvoice()
  const genuine = await divertedDeliveries(total)
  await until(
    async () =>
      (await t.owner('select 1 from paypal_event_todo')).length === 0 ? true : undefined,
    30_000,
  )
  // What is true is read before, so that no look finds anything new.
  await readAccount()
  const before = await effects()
  expect(before.paypal_transaction).toBe(1)

  const names: string[] = []
  const refused: Record<string, number> = {}
  for (const [n, caught] of genuine.entries()) {
    const [kind, make] = Object.entries(kinds)[n % Object.keys(kinds).length] as [
      string,
      (typeof kinds)[string],
    ]
    const target = await client.invoices.get(open[n % open.length]?.providerInvoiceId as string)
    const { type, resource, at } = make({
      open: wireOf(target),
      paid: wireOf(await client.invoices.get(paid.providerInvoiceId as string)),
      foreign,
      captureId,
    })
    // Every other one takes the id of the event that was caught: PayPal does know that id, and
    // with other words.
    const id = n % 2 ? `WH-${random(17)}-${random(17)}` : JSON.parse(caught.body.toString()).id
    const body = fitted(
      { id, event_type: type, resource_type: 'any', create_time: at ?? seconds(0), resource },
      caught,
    )
    expect(crc32(body)).toBe(crc32(caught.body))
    const answer = await deliver(caught, body)
    refused[kind] = (refused[kind] ?? 0) + (answer === 200 ? 0 : 1)
    names.push(id)
    // The same transmission once more, with other words under another id.
    if (n % 11 !== 10 || answer !== 200) continue
    const again = `WH-${random(17)}-${random(17)}`
    expect(
      await deliver(
        caught,
        fitted({ id: again, event_type: type, create_time: seconds(0), resource }, caught),
      ),
    ).toBe(400)
    names.push(again)
  }
  expect(refused.eventInFuture).toBeGreaterThan(0)
  const left = () =>
    t.owner(
      `select e.event_type, t.tries, e.event_id
       from paypal_event_todo t
       join paypal_event e using (company_id, account_id, event_id)`,
    )
  await until(
    async () => ((await left()).length === 0 ? true : undefined),
    60_000 + total * 300,
  ).catch(async () => expect(await left()).toEqual([]))
  const named = await t.owner<{ eventId: string; kind: string }>(
    'select event_id as "eventId", kind from paypal_alarm',
  )
  // What was taken for true, if anything, with the reason.
  const believed = await t.owner(
    `select e.event_type, o.outcome, o.reason, e.event_id
     from paypal_event_outcome o
     join paypal_event e using (company_id, account_id, event_id)
     where o.outcome <> 'unconfirmed' and event_id = any($1)`,
    [names],
  )
  expect(believed).toEqual([])
  expect(new Set(named.map(({ eventId }) => eventId))).toEqual(new Set(names))
  expect(await effects()).toEqual(before)
  const by = Map.groupBy(named, ({ kind }) => kind)
  process.stdout.write(
    `${names.length} forged, named: ${JSON.stringify(Object.fromEntries([...by].map(([kind, of]) => [kind, of.length])))}\n`,
  )
  // A look on behalf of a person still finds PayPal's truth: nothing stuck.
  await world.pay(open[0] as Bill)
  await world.as().call(billApi.resync, { params: { id: open[0]?.id as string } })
  await world.becomes(open[0]?.id as string, ({ status }) => status === 'paid')
}, 900_000)

async function readAccount() {
  await world.sim.act('advanceClock', { ms: 3000 })
  await t.owner('update account_sync set due_at = now()')
  const ref = { companyId: world.operator.companyId, accountId: world.accountId }
  await syncAccount({ pool: t.pool, jobs: t.jobs, outside: t.outside, log: quietLog }, ref)
}

const clientOf = (index: number) => {
  const { clientId, secret } = world.sim.accounts[index] as SimAccount
  return t.outside.paypal.connect({ environment: 'sandbox', clientId, secret }, null)
}

/** The invoice as PayPal writes it: what we read in it has our words for money. */
const wireOf = (answer: { outcome: string; value?: object }): Wire =>
  JSON.parse(JSON.stringify(answer.value), (_, value) =>
    value && typeof value === 'object' && 'amountMinor' in value
      ? {
          ...value,
          currency_code: value.currency,
          value: (value.amountMinor / 100).toFixed(2),
          currency: undefined,
          amountMinor: undefined,
        }
      : value,
  )

/** An invoice that is there, of an account of another company. */
async function foreignInvoice(): Promise<Wire> {
  const client = clientOf(1)
  const made = await client.invoices.create({
    currency: 'USD',
    items: [{ name: 'Lamp', quantity: '1', unitAmount: { currency: 'USD', amountMinor: 5000 } }],
    recipients: [{ email: 'customer@example.com' }],
  })
  if (made.outcome !== 'done') throw new Error('no invoice')
  await client.invoices.send(made.value.id)
  return wireOf(await client.invoices.get(made.value.id))
}

/** Genuine deliveries of our own webhook that never reach us. */
async function divertedDeliveries(count: number): Promise<Caught[]> {
  const client = clientOf(0)
  const own = `${world.url}/api/webhook/paypal/${world.accountId}`
  const hooks = await client.webhooks.list()
  const hook =
    hooks.outcome === 'done' ? hooks.value.webhooks.find(({ url }) => url === own) : undefined
  if (!hook) throw new Error('no webhook')
  const line = await tap()
  await client.webhooks.change(hook.id, { url: line.url })
  for (let n = 0; line.caught.length < count; n++) {
    await client.invoices.create({
      currency: 'USD',
      items: [
        { name: `Caught ${n}`, quantity: '1', unitAmount: { currency: 'USD', amountMinor: 1000 } },
      ],
      recipients: [{ email: 'customer@example.com' }],
    })
    if (n >= count - 1) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await client.webhooks.change(hook.id, { url: own })
  line.close()
  return line.caught.slice(0, count)
}

async function deliver({ headers }: Caught, body: Buffer): Promise<number> {
  const answer = await fetch(`${world.url}/api/webhook/paypal/${world.accountId}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: new Uint8Array(body),
  })
  return answer.status
}
