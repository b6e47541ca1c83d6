import type { Id } from '@paydesk/contract/lib/id'
import type { PayPal } from '@paydesk/paypal/client'
import { hasIssue, notAllowedMs, type Outcome } from '@paydesk/paypal/outcome'

/**
 * The events that we listen to: everything about invoices, payments and disputes, also kinds that
 * PayPal adds later.
 */
const ours = /^(INVOICING\.INVOICE|PAYMENT\.(CAPTURE|REFUND|SALE)|CUSTOMER\.DISPUTE)\./

export type Registration = { webhookId: string; lookupId: string | null }
export type Problem = { code: string; detail: string; failure: Failed }
export type Failed = Exclude<Outcome<unknown>, { outcome: 'done' }>

/** The address to which PayPal delivers an account's events. */
export const webhookUrl = (publicUrl: string, accountId: Id<'paypalAccount'>) =>
  `${publicUrl}/api/webhook/paypal/${accountId}`

/**
 * Makes PayPal deliver to `url`, and makes nothing twice: PayPal allows ten webhooks per app, and a
 * creation whose answer was lost may well have happened. So it looks first, and after an unclear
 * answer it looks again.
 */
export async function registerWebhook(
  paypal: PayPal,
  url: string,
  known: string | null,
): Promise<Registration | Problem> {
  const available = await paypal.webhooks.availableEventTypes()
  if (available.outcome !== 'done') return problem(available)
  const types = available.value.event_types
    .map(({ name }) => name)
    .filter((name) => ours.test(name))
  const webhook = await findOrCreate(paypal, url, types, known)
  if ('code' in webhook) return webhook
  const lookupId = await findOrCreateLookup(paypal)
  return typeof lookupId === 'object' ? lookupId : { webhookId: webhook.id, lookupId }
}

async function findOrCreate(
  paypal: PayPal,
  url: string,
  types: string[],
  known: string | null,
): Promise<{ id: string } | Problem> {
  const found = await find(paypal, url, known)
  if (found && 'code' in found) return found
  if (found) {
    const has = found.event_types.map(({ name }) => name)
    if (found.url === url && (has.includes('*') || types.every((name) => has.includes(name))))
      return found
    const changed = await paypal.webhooks.change(found.id, { url, types })
    return changed.outcome === 'done' ? changed.value : problem(changed)
  }
  const created = await paypal.webhooks.create(url, types)
  if (created.outcome === 'done') return created.value
  const after = await find(paypal, url, null)
  return after && !('code' in after) ? after : problem(created)
}

/** Finds the webhook by its address, or by its id if our own address has changed since. */
async function find(paypal: PayPal, url: string, known: string | null) {
  const listed = await paypal.webhooks.list()
  if (listed.outcome !== 'done') return problem(listed)
  const { webhooks } = listed.value
  return webhooks.find((webhook) => webhook.url === url) ?? webhooks.find(({ id }) => id === known)
}

/** Without a lookup we never hear of what people do in PayPal's own pages (paypal §7.1). */
async function findOrCreateLookup(paypal: PayPal): Promise<string | Problem> {
  const look = async () => {
    const listed = await paypal.webhooks.listLookups()
    return listed.outcome === 'done' ? listed.value.webhooks_lookups[0]?.id : problem(listed)
  }
  const found = await look()
  if (found !== undefined) return found
  const created = await paypal.webhooks.createLookup()
  if (created.outcome === 'done') return created.value.id
  const after = await look()
  return typeof after === 'string' ? after : problem(created)
}

/**
 * Removes an account's webhook. PayPal would go on delivering for days to an address that no longer
 * answers. Answers what kept it from being removed; undefined: nothing is left there, or PayPal
 * does not let these credentials see it any more.
 */
export async function removeWebhook(paypal: PayPal, url: string): Promise<Failed | undefined> {
  const listed = await paypal.webhooks.list()
  if (listed.outcome !== 'done') return isShutOut(listed) ? undefined : listed
  for (const { id } of listed.value.webhooks.filter((webhook) => webhook.url === url)) {
    const gone = await paypal.webhooks.delete(id)
    if (gone.outcome !== 'done' && !isGone(gone)) return gone
  }
  return undefined
}

/** Another try with the same credentials would end in the same way. */
const isShutOut = (failure: Failed) =>
  failure.outcome === 'refused' && [400, 401, 403].includes(failure.refusal.status ?? 0)
const isGone = (failure: Failed) => failure.outcome === 'refused' && failure.refusal.status === 404

/**
 * Turns a failure into PayPal's short name for it, which people can look up. The whole failure
 * stays for the code that decides.
 */
export function problem(failure: Failed): Problem {
  if (failure.outcome === 'unknown') return { code: 'noAnswer', detail: failure.message, failure }
  const { refusal } = failure
  if (notAllowedMs(failure) !== undefined) return { code: 'busy', detail: '', failure }
  if (refusal.by === 'network') return { code: 'noAnswer', detail: refusal.message, failure }
  const detail = refusal.issues[0]?.issue ?? refusal.name
  if (refusal.status === 429) return { code: 'rateLimited', detail, failure }
  if (refusal.status === 403) return { code: 'notAllowed', detail, failure }
  return {
    code: hasIssue(refusal, 'Webhook number limit exceeded', 'WEBHOOK_NUMBER_LIMIT_EXCEEDED')
      ? 'tooMany'
      : 'refused',
    detail,
    failure,
  }
}
