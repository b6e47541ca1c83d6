import type { Invariant } from './invariant.ts'

/**
 * A refund that was asked for here happened once or not at all, and nothing more is refunded or
 * promised than was paid.
 */
export const refundsAreOnce: Invariant = async (w) => {
  const ours = await w.query<{
    id: string
    provider: string | null
    state: string
    amount: string
  }>(
    `select id, provider_refund_id as provider, state, amount_minor as amount
     from refund
     where company_id = $1 and origin = 'paydesk'`,
  )
  const made = [...w.sim.world.refunds.values()].filter(({ appId }) => appId !== undefined)
  const asked = new Map(
    ours.filter(({ provider }) => provider).map((one) => [one.provider as string, one]),
  )
  const words: Record<string, string> = {
    COMPLETED: 'completed',
    PENDING: 'pending',
    FAILED: 'failed',
  }
  const over = await w.query<{ id: string; sum: string; amount: string }>(
    `select p.id, sum(r.amount_minor) as sum, p.amount_minor as amount
     from bill_payment p
     join refund r on r.company_id = p.company_id and r.payment_id = p.id
     where p.company_id = $1
       and p.source = 'paypal'
       and r.kind = 'refund'
       and r.state in ('waiting', 'sending', 'pending', 'completed')
     group by p.id, p.amount_minor
     having sum(r.amount_minor) > p.amount_minor`,
  )
  return [
    ...made.flatMap(({ id, amountMinor, status }) => {
      const one = asked.get(id)
      if (!one) return [`refund ${id} of ${amountMinor} was made and is not known`]
      return Number(one.amount) === amountMinor && one.state === words[status]
        ? []
        : [`refund ${id}: ours ${one.state} ${one.amount}, PayPal ${status} ${amountMinor}`]
    }),
    ...[...asked.values()]
      .filter(({ provider }) => !made.some(({ id }) => id === provider))
      .map(({ provider }) => `refund ${provider} was never made`),
    ...over.map(
      ({ id, sum, amount }) => `payment ${id}: ${sum} of ${amount} is refunded or promised`,
    ),
  ]
}
