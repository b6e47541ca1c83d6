import type { Probe } from './context.ts'

type Heard = { webhookId?: string; lookupId?: string }

/**
 * Makes PayPal tell us of events: of our app's, if it can deliver to us, and of what is done
 * on its own pages.
 */
export async function listen({ paypal, deliveries, say }: Probe): Promise<Heard> {
  const heard: Heard = {}
  if (deliveries) {
    const made = await paypal.webhooks.create(deliveries.url, ['*'])
    if (made.outcome === 'done') heard.webhookId = made.value.id
    else say('PayPal refused the webhook: questions about deliveries will not be answered.')
  }
  const known = await paypal.webhooks.listLookups()
  if (known.outcome !== 'done' || known.value.webhooks_lookups.length === 0) {
    const made = await paypal.webhooks.createLookup()
    if (made.outcome === 'done') heard.lookupId = made.value.id
  }
  return heard
}

/** Takes away what the probe has made, as far as PayPal allows: paid invoices stay. */
export async function cleanUp(
  { paypal, memory, say }: Probe,
  { webhookId, lookupId }: Heard,
): Promise<void> {
  if (webhookId) await paypal.webhooks.delete(webhookId)
  if (lookupId) await paypal.webhooks.deleteLookup(lookupId)
  const left: string[] = []
  for (const id of new Set(memory.state.invoices)) {
    const invoice = await paypal.invoices.get(id)
    if (invoice.outcome === 'refused' && invoice.refusal.status === 404) continue
    const status = invoice.outcome === 'done' ? invoice.value.status : ''
    const gone =
      status === 'DRAFT'
        ? await paypal.invoices.delete(id)
        : await paypal.invoices.cancel(id, { sendToRecipient: false })
    if (gone.outcome !== 'done' && status !== 'CANCELLED') left.push(id)
  }
  memory.state.invoices = left
  memory.save()
  say(
    left.length
      ? `${left.length} invoices stay in PayPal, because something was paid on them.`
      : 'All invoices of the probe are deleted or cancelled.',
  )
}
