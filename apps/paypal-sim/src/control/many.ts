import { draftInvoice } from '../invoice/actions.ts'
import { payInvoice } from '../invoice/buyer.ts'
import { totalsOf } from '../invoice/input.ts'
import { saveInvoice } from '../invoice/invoice.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import type { InvoiceInput } from '../record/invoiceInput.ts'
import type { World } from '../world/world.ts'
import { type Act, accountOf, done, type Input } from './input.ts'

/**
 * An invoice that was sent some time ago, and perhaps paid; the caller chooses what it must
 * know beforehand.
 */
interface Wanted {
  accountId: string
  number: string
  totalMinor: number
  id?: string
  email?: string
  reference?: string
  createdAt?: number
  paid?: { at: number; captureId?: string; payerEmail?: string }
}

const recipient = (email: string) => ({ email, wire: { billing_info: { email_address: email } } })

function inputOf({
  number,
  totalMinor,
  reference,
  email = 'customer@example.com',
}: Wanted): InvoiceInput {
  const input = {
    currency: 'USD',
    number,
    ...(reference && { reference }),
    recipients: [recipient(email)],
    cc: [],
    items: [{ name: 'Goods', quantity: '1', unitMinor: totalMinor }],
    taxAfterDiscount: true,
    taxInclusive: false,
    allowTip: false,
    allowPartial: true,
  }
  return { ...input, totals: totalsOf(input, { zeroDecimalRounding: 'halfUp', reckonsWrong: '' }) }
}

function addInvoice(world: World, wanted: Wanted, appId: string | undefined): InvoiceRecord {
  const invoice = world.clock.during(wanted.createdAt ?? world.clock.now(), () => {
    const made = draftInvoice(world, wanted.accountId, appId, inputOf(wanted), wanted.id)
    Object.assign(made, { status: 'SENT', sentAs: 'SENT', sentAt: world.clock.now() })
    saveInvoice(world, made)
    return made
  })
  const { paid } = wanted
  if (paid)
    world.clock.during(paid.at, () =>
      payInvoice(world, invoice, {
        id: paid.captureId,
        silent: true,
        ...(paid.payerEmail && { payer: { email: paid.payerEmail } }),
      }),
    )
  return invoice
}

/** For loads: what would take hundreds of thousands of calls. */
export const manyActions = (all: () => Record<string, Act>): Record<string, Act> => ({
  /** Adds invoices that were sent through the account's app, and tells nobody. */
  addInvoices: ({ world }, input) => {
    const wanted = input.invoices as Wanted[]
    const appOf = new Map([...world.apps.values()].map((app) => [app.accountId, app.id]))
    const made = wanted.map((one) =>
      addInvoice(world, one, appOf.get(accountOf(world, { accountId: one.accountId }).id)),
    )
    for (const accountId of new Set(made.map((one) => one.accountId)))
      world.invoicesOf.get(accountId)?.sort((a, b) => a.createdAt - b.createdAt)
    const invoices = made.map(({ id, number, payments }) => ({
      id,
      number,
      captureIds: payments.map((payment) => payment.id),
    }))
    return done(world, made[0]?.accountId ?? '', 'panel', 'addInvoices', { invoices })
  },
  /**
   * Pulls several levers in one request, in order: `acts` is a list of inputs, each with the
   * lever's name as `lever`.
   */
  inOrder: async (sim, input) => {
    const answers: unknown[] = []
    for (const { lever, ...rest } of input.acts as (Input & { lever: string })[])
      answers.push(await all()[lever]?.(sim, rest))
    return { answers }
  },
})
