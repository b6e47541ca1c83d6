import fc from 'fast-check'
import { dueMinor, isPayable } from '../../../apps/paypal-sim/src/invoice/invoice.ts'
import { takePayment } from '../../../apps/paypal-sim/src/payment/capture.ts'
import { lookAtEvents, runJobs } from './settle.ts'
import { part, partOf, pick, step, which } from './step.ts'
import type { World } from './world.ts'

const payable = (w: World) => w.invoices().filter(isPayable)

const pay = step(
  'pay',
  fc.record({
    invoice: which,
    part,
    how: fc.constantFrom('balance', 'balance', 'balance', 'echeck', 'review'),
    wait: fc.boolean(),
  }),
  async (w, { invoice: n, part: share, how, wait }) => {
    const invoice = pick(payable(w), n)
    if (!invoice) return
    await w.act('payInvoice', {
      invoiceId: invoice.id,
      amountMinor: partOf(dueMinor(invoice), share),
      how,
    })
    if (!wait) return
    await w.pass(1000)
    await lookAtEvents(w)
    await runJobs(w)
  },
  (w) => payable(w).length > 0,
)

/**
 * A payment past the invoice: with our number on it, with the number in its reference, from a known
 * address, or with nothing.
 */
const payDirectly = step(
  'payDirectly',
  fc.record({
    invoice: which,
    by: fc.constantFrom('number', 'reference', 'email', 'nothing'),
    currency: fc.constantFrom('same', 'same', 'same', 'GBP', 'EUR'),
    part,
    echeck: fc.constantFrom(false, false, false, true),
    throughApp: fc.boolean(),
  }),
  async (w, { invoice: n, by, currency, part: share, echeck, throughApp }) => {
    const { world } = w.sim
    const invoice = pick(w.invoices(), n)
    const amountMinor = partOf(invoice?.input.totals.total ?? 5000, share)
    const app = [...world.apps.values()][0]
    takePayment(world, {
      accountId: w.account.id,
      appId: throughApp ? app?.id : undefined,
      currency: currency === 'same' ? (invoice?.input.currency ?? 'USD') : currency,
      amountMinor,
      invoiceId: by === 'number' ? invoice?.number : undefined,
      customId: by === 'reference' ? invoice?.number : undefined,
      payer: {
        email: by === 'email' ? (w.customers[0]?.email ?? '') : 'stranger@personal.example',
      },
      pending: echeck ? 'ECHECK' : undefined,
    })
    world.emitted = []
    world.record({ by: 'buyer', accountId: w.account.id, operation: 'payDirectly' })
  },
)

const pending = (w: World) => w.captures().filter(({ status }) => status === 'PENDING')

/** An eCheck clears or bounces, a review ends. */
const clear = step(
  'clear',
  fc.record({ which, how: fc.constantFrom('complete', 'decline') }),
  async (w, { which: n, how }) =>
    w.act('settlePayment', { captureId: pick(pending(w), n)?.id, how }),
  (w) => pending(w).length > 0,
)

export const payerSteps = [pay, pay, pay, pay, payDirectly, payDirectly, clear, clear]
