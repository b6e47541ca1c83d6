import { toWire } from '@paydesk/paypal/money'
import { viewInvoice } from '../../invoice/buyer.ts'
import { byPayToken, dueDateOf, dueMinor, isPayable, payToken } from '../../invoice/invoice.ts'
import { isOpen } from '../../payment/order.ts'
import type { Sim } from '../../sim/sim.ts'
import { document, html, type Markup } from './html.ts'
import { type Language, say } from './text.ts'

const money = (currency: string, amountMinor: number) =>
  `${toWire({ currency, amountMinor }).value} ${currency}`

/**
 * PayPal's durable link carries the invoice behind a `#`, which no server sees, so this page's
 * script leads on with it.
 */
export function payEntry(language: Language): string {
  const t = say(language)
  return document(
    language,
    t('title'),
    html`<main class="pay"><p>${t('loading')}</p><noscript>${t('needScript')}</noscript>
</main><script>
const token = location.hash.slice(1)
if (/^[A-Z0-9]{16}$/.test(token)) location.replace('/invoice/p/' + token + location.search)
</script>`,
  )
}

function howToPay(language: Language): Markup {
  const t = say(language)
  const choice = (value: string, label: string, checked = false) =>
    html`<label>
<input type="radio" name="how" value="${value}" ${checked ? html`checked` : undefined}>${label}</label>`
  return html`<fieldset><legend>${t('method')}</legend>${[
    choice('balance', t('byBalance'), true),
    choice('echeck', t('byEcheck')),
    choice('review', t('byReview')),
    choice('declined', t('byDeclined')),
  ]}</fieldset>`
}

const saidOf = (said: string | null, language: Language) => {
  const t = say(language)
  if (!said) return undefined
  const text = said === 'done' ? t('saidDone') : said === 'declined' ? t('saidDeclined') : said
  return html`<p class="card said" role="status">${text}</p>`
}

const languageLinks = (path: string) =>
  html`<nav aria-label="language"><a href="${path}?lang=zh" lang="zh-CN">中文</a> · <a href="${path}?lang=en" lang="en">English</a>
</nav>`

/** The customer's view of an invoice: pay all, part, with a tip, pending or declined. */
export function payPage(
  sim: Sim,
  token: string,
  query: URLSearchParams,
  language: Language,
): string | undefined {
  const { world } = sim
  const invoice = byPayToken(world, token)
  if (!invoice || invoice.status === 'DRAFT' || invoice.status === 'SCHEDULED') return undefined
  viewInvoice(world, invoice)
  const t = say(language)
  const { input } = invoice
  const due = dueMinor(invoice)
  const path = `/invoice/p/${payToken(invoice)}`
  const account = world.accounts.get(invoice.accountId)
  const dueDate = dueDateOf(invoice)
  const dueValue = toWire({ currency: input.currency, amountMinor: due }).value
  const form = html`<form class="card" method="post" action="/panel/payInvoice">
<input type="hidden" name="invoiceId" value="${invoice.id}">
<input type="hidden" name="back" value="${path}?lang=${language}">
${
  input.allowPartial
    ? html`<p><label for="amount">${t('amount')} (${input.currency})</label>
<input id="amount" name="amount" type="text" inputmode="decimal" value="${dueValue}"></p>`
    : undefined
}
${
  input.allowTip
    ? html`<p><label for="tip">${t('tip')} (${input.currency})</label>
<input id="tip" name="tip" type="text" inputmode="decimal" value=""></p>`
    : undefined
}
${howToPay(language)}<button>${t('pay')}</button></form>`
  return document(
    language,
    `${t('pay')} ${invoice.number}`,
    html`<header class="pay"><h1>${account?.name ?? 'PayPal'}</h1>${languageLinks(path)}</header>
<main class="pay">${saidOf(query.get('said'), language)}
<section class="card"><p class="soft">${t('due')}</p>
<p class="total">${money(input.currency, due)}</p><dl>
<dt>${t('number')}</dt><dd>${invoice.number}</dd><dt>${t('state')}</dt>
<dd><span class="tag">${invoice.status}</span></dd>
<dt>${t('billTo')}</dt>
<dd>${input.recipients[0]?.email ?? '—'}</dd>${
      dueDate
        ? html`<dt>${t('dueDate')}</dt>
<dd>${dueDate}</dd>`
        : undefined
    }
${input.items.map(
  (item) => html`<dt>${item.name} × ${item.quantity}</dt>
<dd>${money(input.currency, item.unitMinor)}</dd>`,
)}
<dt>${t('total')}</dt><dd>${money(input.currency, input.totals.total)}</dd></dl></section>
${isPayable(invoice) ? form : html`<p class="card">${invoice.status === 'PAYMENT_PENDING' ? t('pending') : t('notPayable')}</p>`}
<p class="soft">${t('notReal')}</p></main>`,
  )
}

/** The checkout page, where the buyer agrees; money moves when the merchant captures. */
export function approvePage(
  sim: Sim,
  query: URLSearchParams,
  language: Language,
): string | undefined {
  const order = sim.world.orders.get(query.get('token') ?? '')
  if (!order) return undefined
  const t = say(language)
  const path = '/checkoutnow'
  const open = isOpen(sim.world, order) && order.status !== 'APPROVED'
  const sums = order.units.map(
    (unit) => html`<p class="total">${money(unit.currency, unit.amountMinor)}</p>`,
  )
  return document(
    language,
    t('order'),
    html`<header class="pay"><h1>${t('order')}</h1></header>
<main class="pay">${saidOf(query.get('said'), language)}
<section class="card">${sums}<p><span class="tag">${order.status}</span></p>
</section>
${
  open
    ? html`<form class="card" method="post" action="/panel/approveOrder">
<input type="hidden" name="orderId" value="${order.id}">
<input type="hidden" name="back" value="${path}?token=${order.id}&lang=${language}">${howToPay(language)}
<button>${t('approve')}</button></form>`
    : html`<p class="card">${t('notPayable')}</p>`
}
${order.cancelUrl ? html`<p><a href="${order.cancelUrl}">${t('cancel')}</a></p>` : undefined}<p class="soft">${t('notReal')}</p>
</main>`,
  )
}
