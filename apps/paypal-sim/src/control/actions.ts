import { addAccount, addApp, allScopes, scope } from '../account/account.ts'
import { revokeTokens } from '../account/token.ts'
import { openDispute, resolve } from '../dispute/dispute.ts'
import { acceptOffer, denyOffer } from '../dispute/routes.ts'
import { unprocessable } from '../http/refusal.ts'
import { payInvoice, settlePending } from '../invoice/buyer.ts'
import { renderInvoice } from '../invoice/invoice.ts'
import { approveOrder } from '../payment/order.ts'
import type { Account } from '../record/account.ts'
import { type DisputeReason, disputeReasons } from '../record/dispute.ts'
import { emit } from '../webhook/event.ts'
import { hourMs } from '../world/clock.ts'
import { readSettings, UnknownSetting } from '../world/config.ts'
import { type FaultKind, faultKinds } from '../world/fault.ts'
import { type Business, doBusiness } from './business.ts'
import {
  type Act,
  accountOf,
  captureOf,
  done,
  flag,
  type Input,
  invoiceOf,
  need,
  number,
  pick,
  readMinor,
  text,
} from './input.ts'
import { manyActions } from './many.ts'
import { siteActions } from './site.ts'

/** Every lever of the simulator: the JSON control API and the panel's forms both pull these. */
export const controlActions: Record<string, Act> = {
  ...siteActions,
  ...manyActions(() => controlActions),
  addAccount: ({ world }, input) => {
    const account = addAccount(
      world,
      pick<Account>(input, ['name', 'email', 'country', 'primaryCurrency']),
    )
    return { account, app: addApp(world, account.id) }
  },
  changeAccount: ({ world }, input) => {
    const account = {
      ...accountOf(world, input),
      ...pick<Account>(input, [
        'state',
        'notHeld',
        'held',
        'feePercent',
        'feeFixed',
        'refundFromBank',
        'returnsFees',
        'createdAt',
      ]),
    }
    return world.accounts.put(account.id, account)
  },
  addApp: ({ world }, input) =>
    addApp(world, accountOf(world, input).id, { name: text(input.name) ?? 'App' }),
  /** Ticks and unticks the app's features; tokens already issued keep their scopes. */
  setScopes: ({ world }, input) => {
    const app = need(world.apps.get(text(input.appId) ?? ''))
    const scopes = Array.isArray(input.scopes) ? (input.scopes as string[]) : [...allScopes]
    const ticked = scopes.includes(scope.search) && !app.scopes.includes(scope.search)
    const reportingFrom = world.clock.now() + world.config.reportingEnabledAfterMs
    return world.apps.put(app.id, { ...app, scopes, ...(ticked ? { reportingFrom } : {}) })
  },
  rotateSecret: ({ world }, input) => {
    const app = need(world.apps.get(text(input.appId) ?? ''))
    revokeTokens(world, app.id)
    return world.apps.put(app.id, { ...app, secret: world.id.secret() })
  },
  revokeTokens: ({ world }, input) => ({
    revoked: revokeTokens(world, need(world.apps.get(text(input.appId) ?? '')).id),
  }),
  advanceClock: async (sim, input) => {
    await sim.advance(number(input.ms) ?? (number(input.hours) ?? 0) * hourMs)
    return { now: new Date(sim.world.clock.now()).toISOString() }
  },
  freezeClock: ({ world }, input) => {
    if (flag(input.frozen)) world.clock.freeze()
    else world.clock.thaw()
    world.saveClock()
    return { frozen: world.clock.frozen }
  },
  /** Makes reporting stand still or go on (F12). */
  freezeReporting: ({ world }, input) => {
    world.lastRefreshedAt = flag(input.frozen)
      ? world.clock.now() - world.config.reportingLagMs
      : undefined
    world.saveClock()
    return { lastRefreshedAt: world.lastRefreshedAt ?? null }
  },
  configure: ({ world }, input) => {
    try {
      return Object.assign(world.config, readSettings(input))
    } catch (error) {
      if (error instanceof UnknownSetting)
        throw unprocessable('UNKNOWN_SETTING', `/${error.message}`)
      throw error
    }
  },
  payInvoice: ({ world }, input) => {
    const invoice = invoiceOf(world, input)
    const { currency } = invoice.input
    const email = text(input.payerEmail)
    const capture = payInvoice(world, invoice, {
      amountMinor: readMinor(currency, input.amountMinor, input.amount),
      tipMinor: readMinor(currency, input.tipMinor, input.tip),
      how: (text(input.how) ?? 'balance') as 'balance',
      ...(email ? { payer: { email } } : {}),
    })
    return done(world, invoice.accountId, 'buyer', 'payInvoice', {
      captureId: capture?.id ?? null,
      status: invoice.status,
    })
  },
  settlePayment: ({ world }, input) => {
    const capture = captureOf(world, input)
    settlePending(world, capture, text(input.how) === 'decline' ? 'decline' : 'complete')
    return done(world, capture.accountId, 'paypal', 'settlePayment', { status: capture.status })
  },
  approveOrder: ({ world }, input) => {
    const order = need(world.orders.get(text(input.orderId) ?? ''))
    approveOrder(world, order, (text(input.how) ?? 'balance') as 'balance')
    return done(world, order.accountId, 'buyer', 'approveOrder', { status: order.status })
  },
  openDispute: ({ world }, input) => {
    const capture = captureOf(world, input)
    const reason = disputeReasons.find((r) => r === input.reason)
    const message = text(input.message)
    const amountMinor = readMinor(capture.currency, input.amountMinor, input.amount)
    const dispute = openDispute(world, capture, {
      ...(reason ? { reason: reason as DisputeReason } : {}),
      ...(text(input.channel) === 'EXTERNAL' ? { channel: 'EXTERNAL' as const } : {}),
      ...(message ? { message } : {}),
      ...(amountMinor === undefined ? {} : { amountMinor }),
    })
    return done(world, capture.accountId, 'buyer', 'openDispute', { disputeId: dispute.id })
  },
  answerDispute: (sim, input) => {
    const { world } = sim
    const dispute = need(world.disputes.get(text(input.disputeId) ?? ''))
    const action = text(input.action)
    if (action === 'acceptOffer') acceptOffer(sim, dispute)
    else if (action === 'denyOffer') denyOffer(sim, dispute)
    else if (action === 'buyerWins')
      resolve(world, dispute, 'RESOLVED_BUYER_FAVOUR', undefined, true)
    else if (action === 'sellerWins') resolve(world, dispute, 'RESOLVED_SELLER_FAVOUR')
    else resolve(world, dispute, 'CANCELED_BY_BUYER')
    return done(world, dispute.accountId, 'buyer', 'answerDispute', { status: dispute.status })
  },
  /** Plays random days of a shop, for tests of the books. */
  doBusiness: ({ world }, input) =>
    doBusiness(world, { throughApp: 0, ...input } as unknown as Business),
  /**
   * Adds many rows at once, to reach RESULTSET_TOO_LARGE (F14), or rows of a code that nobody
   * knows: PayPal's specification allows any.
   */
  addRows: ({ world }, input) => {
    const account = accountOf(world, input)
    const count = Math.min(number(input.count) ?? 1, 1_000_000)
    for (let i = 0; i < count; i++)
      world.ledger.post(account.id, {
        transactionId: world.id.transaction(),
        eventCode: text(input.eventCode) ?? 'T0000',
        currency: account.primaryCurrency,
        amountMinor: 1000 + (i % 997),
        feeMinor: -59,
        subject: 'Generated',
        payer: {
          id: world.id.account(),
          email: 'buyer@personal.example',
          name: 'Test Buyer',
          country: 'US',
        },
      })
    return { count }
  },
  /** Gives a row of reporting a new date, in another state or in the same. */
  changeRow: ({ world }, input) => {
    const row = need(world.ledger.find(text(input.transactionId) ?? ''))
    const status = text(input.status)
    if (status) world.ledger.change(row, { status: status as 'S' })
    else world.ledger.touch(row)
    return { status: row.versions.at(-1)?.status }
  },
  /** Emits the same snapshot as many distinct events, for load tests of a receiver. */
  burst: ({ world }, input) => {
    const invoice = invoiceOf(world, input)
    const resource = { invoice: renderInvoice(world, invoice) }
    const count = Math.min(number(input.count) ?? 1, 100_000)
    for (let i = 0; i < count; i++)
      emit(world, {
        accountId: invoice.accountId,
        appId: invoice.appId,
        type: 'INVOICING.INVOICE.PAID',
        resourceType: 'invoices',
        summary: 'An invoice was paid, partially paid, or payment was made and is pending.',
        resource,
      })
    world.emitted = []
    return { count }
  },
  addFault: ({ world }, input) => {
    const kind = faultKinds.find((k) => k === input.kind)
    if (!kind) throw unprocessable('UNKNOWN_FAULT', '/kind')
    const rule: Input & { kind: FaultKind } = { kind }
    for (const key of ['accountId', 'operation', 'eventType'] as const)
      if (text(input[key])) rule[key] = text(input[key])
    for (const key of ['times', 'probability', 'ms', 'status'] as const)
      if (number(input[key]) !== undefined) rule[key] = number(input[key])
    return world.faults.add(rule)
  },
  removeFault: ({ world }, input) => {
    world.faults.remove(text(input.id))
    return { left: world.faults.list().length }
  },
}
