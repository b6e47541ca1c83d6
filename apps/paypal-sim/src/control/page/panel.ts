import { toWire } from '@paydesk/paypal/money'
import type { CaptureRecord } from '../../record/capture.ts'
import { routes, type Sim } from '../../sim/sim.ts'
import { instant } from '../../world/clock.ts'
import { faultKinds } from '../../world/fault.ts'
import { type SwitchName, switches } from '../../world/switches.ts'
import { balancesOf, eventList, invoiceList } from '../state.ts'
import { document, html, type Markup } from './html.ts'
import { type Language, say, type TextKey } from './text.ts'

interface View {
  sim: Sim
  language: Language
  back: string
  t: (key: TextKey) => string
}

const lever = (
  view: View,
  action: string,
  label: string,
  hidden: Record<string, string>,
  plain = true,
) =>
  html`<form method="post" action="/panel/${action}" style="display:inline">${Object.entries({
    ...hidden,
    back: view.back,
  }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="${plain ? 'plain' : ''}">${label}</button></form> `

const tone = (status: string) =>
  /PAID$|SUCCESS|active|COMPLETED/.test(status)
    ? 'good'
    : /PENDING|PART|WAITING|REVIEW/.test(status)
      ? 'warn'
      : /FAIL|CANCEL|restricted|closed|invalid/.test(status)
        ? 'bad'
        : 'soft'
const tag = (status: string) => html`<span class="tag ${tone(status)}">${status}</span>`

/** Columns of figures, right-aligned under their heads. */
const numeric = new Set<TextKey>(['total', 'due', 'balance', 'amount', 'times'])

function table(view: View, heads: TextKey[], rows: Markup[]): Markup {
  if (rows.length === 0) return html`<p class="soft">${view.t('none')}</p>`
  return html`<div class="scroll" tabindex="0"><table><thead>
<tr>${heads.map((head) => html`<th scope="col" class="${numeric.has(head) ? 'n' : ''}">${view.t(head)}</th>`)}
</tr></thead><tbody>${rows}</tbody></table></div>`
}

function clockCard(view: View): Markup {
  const { world } = view.sim
  return html`<section class="card"><h2>${view.t('clock')}</h2>
<p><code>${instant(world.clock.now())}</code> ${world.clock.frozen && tag(view.t('frozen'))}</p>
<form class="line" method="post" action="/panel/advanceClock">
<input type="hidden" name="back" value="${view.back}"><div>
<label for="hours">${view.t('hours')}</label>
<input id="hours" name="hours" type="number" min="0" step="any" value="24"></div>
<button>${view.t('advance')}</button></form></section>`
}

function accountsCard(view: View): Markup {
  const { world } = view.sim
  const rows = [...world.accounts.values()].map((account) => {
    const apps = [...world.apps.values()].filter((app) => app.accountId === account.id)
    return html`<tr>
<td>${account.name}<br><span class="soft">${account.email} · ${account.id}</span></td>
<td>${tag(account.state)}</td>
<td class="n">${balancesOf(view.sim, account.id).map(
      (b) => html`<div>${b.available} ${b.currency}
</div>`,
    )}</td>
<td>${apps.map(
      (
        app,
      ) => html`<details><summary>${app.name}</summary><code>client_id ${app.clientId}</code><br><code>secret ${app.secret}</code>
</details>`,
    )}</td>
</tr>`
  })
  return html`<section class="card">
<h2>${view.t('accounts')}</h2>${table(view, ['account', 'state', 'balance', 'credentials'], rows)}
<form class="line" method="post" action="/panel/addAccount" style="margin-top:12px">
<input type="hidden" name="back" value="${view.back}"><div>
<label for="name">${view.t('name')}</label><input id="name" name="name" required></div><div>
<label for="currency">${view.t('currency')}</label>
<input id="currency" name="primaryCurrency" value="USD" maxlength="3" size="4"></div>
<button>${view.t('addAccount')}</button></form></section>`
}

const captureActions = (view: View, { id: captureId, status }: CaptureRecord): Markup[] =>
  status === 'PENDING'
    ? [
        lever(view, 'settlePayment', view.t('clear'), { captureId, how: 'complete' }),
        lever(view, 'settlePayment', view.t('bounce'), { captureId, how: 'decline' }),
      ]
    : [
        lever(view, 'refundInPayPal', view.t('refundOnSite'), { captureId }),
        lever(view, 'openDispute', view.t('openDispute'), { captureId }),
        lever(view, 'openDispute', view.t('chargeback'), { captureId, channel: 'EXTERNAL' }),
      ]

function invoiceActions(view: View, invoice: ReturnType<typeof invoiceList>[number]): Markup {
  const { world } = view.sim
  const payable =
    invoice.dueMinor > 0 && ['SENT', 'UNPAID', 'SHARED', 'PARTIALLY_PAID'].includes(invoice.status)
  const invoiceId = invoice.id
  const captures = invoice.captureIds.flatMap((id) => world.captures.get(id) ?? [])
  return html`${[
    payable && lever(view, 'payInvoice', view.t('payAsCustomer'), { invoiceId }, false),
    payable &&
      lever(view, 'changeInPayPal', view.t('cancelOnSite'), { invoiceId, action: 'cancel' }),
    invoice.status !== 'DRAFT' && html`<a href="${invoice.payUrl}">${view.t('openPage')}</a> `,
    ...captures.flatMap((capture) => captureActions(view, capture)),
  ]}`
}

function invoicesCard(view: View, query: URLSearchParams): Markup {
  const wanted = query.get('invoice')
  const list = invoiceList(view.sim, new URLSearchParams({ limit: '25' })).filter(
    (invoice) => !wanted || invoice.id === wanted,
  )
  const rows = list.map((invoice) => {
    const money = (amountMinor: number) =>
      `${toWire({ currency: invoice.currency, amountMinor }).value} ${invoice.currency}`
    return html`<tr><td>${invoice.number}<br><code class="soft">${invoice.id}</code></td>
<td>${tag(invoice.status)}</td><td class="n">${money(invoice.totalMinor)}</td>
<td class="n">${money(invoice.dueMinor)}</td><td>${invoiceActions(view, invoice)}</td></tr>`
  })
  return html`<section class="card">
<h2>${view.t('invoices')}</h2>${table(view, ['number', 'state', 'total', 'due', 'actions'], rows)}
</section>`
}

const disputeActions = (view: View, disputeId: string): Markup[] => [
  lever(view, 'answerDispute', view.t('buyerWins'), { disputeId, action: 'buyerWins' }),
  lever(view, 'answerDispute', view.t('sellerWins'), { disputeId, action: 'sellerWins' }),
  lever(view, 'answerDispute', view.t('withdrawn'), { disputeId, action: 'cancel' }),
]

function disputesCard(view: View): Markup {
  const rows = [...view.sim.world.disputes.values()]
    .slice(-10)
    .reverse()
    .map(
      (dispute) =>
        html`<tr><td><code>${dispute.id}</code></td><td>${tag(dispute.status)} ${dispute.stage}</td>
<td class="n">${toWire(dispute).value} ${dispute.currency}</td><td>${
          dispute.status !== 'RESOLVED' && html`${disputeActions(view, dispute.id)}`
        }</td></tr>`,
    )
  return html`<section class="card">
<h2>${view.t('disputes')}</h2>${table(view, ['disputes', 'state', 'amount', 'actions'], rows)}
</section>`
}

function eventsCard(view: View): Markup {
  const rows = eventList(view.sim, new URLSearchParams({ limit: '15' })).map(
    (event) =>
      html`<tr><td>${event.createdAt}</td>
<td>${event.type}<br><code class="soft">${event.id}</code></td><td>${
        event.transmissions.length
          ? event.transmissions.map(
              (t) => html`<div>${tag(t.status)} ×${t.attempts} ${t.httpStatus ?? ''}</div>`,
            )
          : view.t('noReceiver')
      }</td></tr>`,
  )
  return html`<section class="card">
<h2>${view.t('events')}</h2>${table(view, ['time', 'event', 'delivery'], rows)}</section>`
}

function faultsCard(view: View): Markup {
  const rows = view.sim.world.faults.list().map(
    (rule) =>
      html`<tr><td>${rule.kind}</td><td>${rule.operation ?? rule.eventType ?? '*'}</td>
<td class="n">${rule.times}</td>
<td>${lever(view, 'removeFault', view.t('remove'), { id: rule.id })}</td></tr>`,
  )
  return html`<section class="card">
<h2>${view.t('faults')}</h2>${table(view, ['fault', 'operation', 'times', 'actions'], rows)}
<form class="line" method="post" action="/panel/addFault" style="margin-top:12px">
<input type="hidden" name="back" value="${view.back}">
<div><label for="kind">${view.t('fault')}</label>
<select id="kind" name="kind">${faultKinds.map((kind) => html`<option>${kind}</option>`)}</select>
</div>
<div><label for="operation">${view.t('operation')}</label><select id="operation" name="operation">
<option></option>${routes.map((route) => html`<option>${route.operation}</option>`)}</select></div>
<div><label for="times">${view.t('times')}</label>
<input id="times" name="times" type="number" min="-1" value="1"></div>
<button>${view.t('add')}</button></form></section>`
}

function switchesCard(view: View): Markup {
  const { config } = view.sim.world
  const fields = (Object.keys(switches) as SwitchName[]).map(
    (name) =>
      html`<div><label for="${name}">${name}</label><select id="${name}" name="${name}">${switches[
        name
      ].map(
        (position) =>
          html`<option${String(position) === String(config[name]) && html` selected`}>${String(position)}</option>`,
      )}</select></div>`,
  )
  return html`<section class="card"><details><summary>${view.t('switches')}</summary>
<form class="line" method="post" action="/panel/configure">
<input type="hidden" name="back" value="${view.back}">${fields}<button>${view.t('apply')}</button>
</form></details></section>`
}

/**
 * The control panel: accounts, invoices, events, disputes, clock, faults and switches,
 * without a line of script.
 */
export function panelPage(sim: Sim, query: URLSearchParams, language: Language): string {
  const t = say(language)
  const view: View = { sim, language, back: `/?lang=${language}`, t }
  const said = query.get('said')
  return document(
    language,
    t('title'),
    html`<header><h1>${t('title')}</h1><span class="soft">${t('notReal')}</span>
<nav aria-label="language"><a href="/?lang=zh" lang="zh-CN">中文</a> · <a href="/?lang=en" lang="en">English</a>
</nav></header>
<main>${said ? html`<p class="card said" role="status">${said === 'done' ? t('saidDone') : said}</p>` : undefined}
<div class="grid">${clockCard(view)}${faultsCard(view)}</div>
${accountsCard(view)}${invoicesCard(view, query)}${disputesCard(view)}
${eventsCard(view)}${switchesCard(view)}</main>`,
  )
}
