import { toWire } from '@paydesk/paypal/money'
import { dueMinor, isPayable, payUrl, refundedMinor } from '../invoice/invoice.ts'
import { refreshedAt } from '../reporting/reporting.ts'
import type { Sim } from '../sim/sim.ts'
import { instantMillis } from '../world/clock.ts'

export function balancesOf(sim: Sim, accountId: string) {
  const { ledger } = sim.world
  return ledger.currencies(accountId).map((currency) => {
    const { available, withheld } = ledger.balance(accountId, currency)
    return {
      currency,
      availableMinor: available,
      withheldMinor: withheld,
      available: toWire({ currency, amountMinor: available }).value,
    }
  })
}

export function controlState(sim: Sim) {
  const { world } = sim
  return {
    now: instantMillis(world.clock.now()),
    frozen: world.clock.frozen,
    lastRefreshedAt: instantMillis(refreshedAt(world)),
    accounts: [...world.accounts.values()].map((account) => ({
      ...account,
      balances: balancesOf(sim, account.id),
      apps: [...world.apps.values()].filter((app) => app.accountId === account.id),
    })),
    /** Reporting calls of each address: in the last minute, and the most that any minute had. */
    reporting: Object.fromEntries(
      [...world.reportingCallers].map(([address, { times, most, bannedUntil }]) => [
        address,
        {
          lastMinute: times.length,
          mostPerMinute: most,
          bannedUntil: bannedUntil > world.clock.now() ? instantMillis(bannedUntil) : null,
        },
      ]),
    ),
    /** Processor time of this process, for benches on busy machines. */
    cpuMs: (({ user, system }) => Math.round((user + system) / 1000))(process.cpuUsage()),
    counts: {
      invoices: world.invoices.size,
      captures: world.captures.size,
      refunds: world.refunds.size,
      disputes: world.disputes.size,
      events: world.events.size,
      delivered: sim.delivery.delivered,
      failedAttempts: sim.delivery.failed,
      waiting: world.schedule.waiting,
    },
    requests: sim.requests,
    config: world.config,
    certUrl: world.certUrl,
    faults: world.faults.list(),
  }
}

const limitOf = (query: URLSearchParams) =>
  Math.min(Math.max(Number(query.get('limit') ?? 50) || 50, 1), 20_000)

export function invoiceList(sim: Sim, query: URLSearchParams) {
  const { world } = sim
  const accountId = query.get('account')
  const known = accountId
    ? (world.invoicesOf.get(accountId) ?? [])
    : [...world.invoices.values()].sort((a, b) => a.seq - b.seq)
  const all = query.has('payable') ? known.filter(isPayable) : known
  return all
    .slice(-limitOf(query))
    .reverse()
    .map((invoice) => ({
      id: invoice.id,
      accountId: invoice.accountId,
      number: invoice.number,
      status: invoice.status,
      currency: invoice.input.currency,
      totalMinor: invoice.input.totals.total,
      dueMinor: dueMinor(invoice),
      payUrl: payUrl(world, invoice),
      payments: invoice.payments.map(({ id, amountMinor }) => ({ id, amountMinor })),
      refundedMinor: refundedMinor(invoice),
      captureIds: invoice.payments.filter((p) => p.type === 'PAYPAL').map((p) => p.id),
    }))
}

export function eventList(sim: Sim, query: URLSearchParams) {
  const { world } = sim
  return world.eventOrder
    .slice(-limitOf(query))
    .reverse()
    .flatMap((id) => {
      const event = world.events.get(id)
      return event
        ? [
            {
              id,
              type: event.type,
              accountId: event.accountId,
              createdAt: instantMillis(event.createdAt),
              transmissions: event.transmissions,
            },
          ]
        : []
    })
}

/** The ids of all events that have a receiver, by whether it has acknowledged them. */
export function deliveryList({ world }: Sim) {
  const heard = [...world.events.values()].filter(({ transmissions }) => transmissions.length > 0)
  const [acknowledged, open] = [true, false].map((wanted) =>
    heard
      .filter(
        ({ transmissions }) => transmissions.every(({ status }) => status === 'SUCCESS') === wanted,
      )
      .map(({ id }) => id),
  )
  return { acknowledged, open }
}

/**
 * Journal entries in order, from a sequence number on, so that a test can read what
 * really happened.
 */
export function journalAfter(sim: Sim, query: URLSearchParams) {
  const after = Number(query.get('after') ?? 0)
  const entries = []
  for (let seq = after + 1; seq <= sim.world.counters.journal && entries.length < 10_000; seq++) {
    const entry = sim.world.journal.get(String(seq))
    if (entry) entries.push(entry)
  }
  return { entries, last: sim.world.counters.journal }
}

/** An account's books at this moment, without reporting's lag, for tests to compare with. */
export function ledgerOf({ world }: Sim, query: URLSearchParams) {
  const accountId = query.get('account') ?? ''
  const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const rows = [...world.ledger.visible(accountId, everything, Number.MAX_SAFE_INTEGER)].map(
    ({ row, version }) => ({
      transactionId: row.transactionId,
      eventCode: row.eventCode,
      currency: row.currency,
      amountMinor: row.amountMinor,
      feeMinor: version.feeMinor,
      status: version.status,
      invoiceId: row.invoiceId ?? '',
      referenceId: row.referenceId ?? '',
    }),
  )
  const balances = world.ledger
    .currencies(accountId)
    .map((currency) => ({ currency, ...world.ledger.balance(accountId, currency) }))
  return { rows, balances }
}
