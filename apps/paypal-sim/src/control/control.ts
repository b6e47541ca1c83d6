import { Refused } from '../http/refusal.ts'
import type { SimAnswer, SimRequest } from '../sim/dispatch.ts'
import type { Sim } from '../sim/sim.ts'
import { controlActions } from './actions.ts'
import type { Input } from './input.ts'
import { panelPage } from './page/panel.ts'
import { approvePage, payEntry, payPage } from './page/payPage.ts'
import { languageOf } from './page/text.ts'
import {
  controlState,
  deliveryList,
  eventList,
  invoiceList,
  journalAfter,
  ledgerOf,
} from './state.ts'

const json = (body: unknown, status = 200): SimAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: Buffer.from(JSON.stringify(body)),
})
const page = (text: string, status = 200): SimAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; img-src data:; form-action *; base-uri 'none'",
  },
  body: Buffer.from(text),
})
const seeOther = (location: string): SimAnswer => ({
  status: 303,
  headers: { location },
  body: Buffer.alloc(0),
})

/** Forms of other sites must not pull levers here, even on a developer's own machine. */
const isForeign = (request: SimRequest) =>
  ['cross-site', 'same-site'].includes(request.headers['sec-fetch-site'] ?? '')

async function act(
  sim: Sim,
  name: string,
  input: Input,
): Promise<{ value: unknown } | { refused: Refused } | undefined> {
  const action = Object.hasOwn(controlActions, name) ? controlActions[name] : undefined
  if (!action) return undefined
  try {
    return { value: await action(sim, input) }
  } catch (error) {
    sim.world.effects = []
    sim.world.emitted = []
    if (error instanceof Refused) return { refused: error }
    throw error
  }
}

async function answerApi(sim: Sim, request: SimRequest): Promise<SimAnswer> {
  const name = request.path.slice('/sim/'.length)
  if (request.method === 'GET') {
    if (name === 'state') return json(controlState(sim))
    if (name === 'invoices') return json(invoiceList(sim, request.query))
    if (name === 'events') return json(eventList(sim, request.query))
    if (name === 'deliveries') return json(deliveryList(sim))
    if (name === 'journal') return json(journalAfter(sim, request.query))
    if (name === 'ledger') return json(ledgerOf(sim, request.query))
    if (name === 'deviations')
      return json({ count: sim.conformance.count, first: sim.conformance.findings })
    if (name === 'faults') return json(sim.world.faults.list())
    if (name === 'root.pem')
      return {
        status: 200,
        headers: { 'content-type': 'application/x-pem-file' },
        body: Buffer.from(sim.world.credentials.rootPem),
      }
    return json({ error: 'unknown' }, 404)
  }
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '') || isForeign(request))
    return json({ error: 'send application/json' }, 415)
  let input: Input
  try {
    input = JSON.parse(request.body.toString('utf8') || '{}') as Input
  } catch {
    return json({ error: 'not JSON' }, 400)
  }
  const result = await act(sim, name, input)
  if (!result) return json({ error: 'unknown action', actions: Object.keys(controlActions) }, 404)
  return 'refused' in result
    ? json(result.refused.body, result.refused.status)
    : json(result.value ?? {})
}

/** Pulls the lever of a form and leads back to the page that the form was on, with the result. */
async function answerForm(sim: Sim, request: SimRequest): Promise<SimAnswer> {
  if (isForeign(request)) return page('refused', 403)
  const form = Object.fromEntries(new URLSearchParams(request.body.toString('utf8')))
  const { back = '/', ...input } = form
  // Only a path of this site is followed: `//host` would lead away.
  const target = new URL(/^\/(?![/\\])/.test(back) ? back : '/', 'http://sim')
  const result = await act(sim, request.path.slice('/panel/'.length), input)
  const said = !result
    ? 'unknown'
    : 'refused' in result
      ? ((result.refused.body.details as { issue: string }[] | undefined)?.[0]?.issue ?? 'refused')
      : 'done'
  target.searchParams.set('said', said)
  if (result && 'value' in result && input.how === 'declined')
    target.searchParams.set('said', 'declined')
  const order = input.orderId ? sim.world.orders.get(input.orderId) : undefined
  if (order?.returnUrl && said === 'done') {
    const to = new URL(order.returnUrl)
    to.searchParams.set('token', order.id)
    to.searchParams.set('PayerID', order.payerId ?? '')
    return seeOther(to.href)
  }
  return seeOther(`${target.pathname}${target.search}`)
}

/**
 * Answers everything that is not PayPal's API: control API, panel, and the buyer's pages. Returns
 * undefined for PayPal's API.
 */
export async function answerControl(sim: Sim, request: SimRequest): Promise<SimAnswer | undefined> {
  const { path, method } = request
  if (path.startsWith('/sim/')) return answerApi(sim, request)
  if (path.startsWith('/panel/') && method === 'POST') return answerForm(sim, request)
  if (method !== 'GET') return undefined
  const language = languageOf(request)
  if (path === '/') return page(panelPage(sim, request.query, language))
  if (path === '/invoice/p/' || path === '/invoice/p') return page(payEntry(language))
  const token = /^\/invoice\/p\/([A-Z0-9]{16})$/.exec(path)?.[1]
  if (token) return found(payPage(sim, token, request.query, language))
  const details = /^\/invoice\/details\/(INV2-[A-Z0-9-]+)$/.exec(path)?.[1]
  if (details) return seeOther(`/?invoice=${details}`)
  if (path === '/checkoutnow') return found(approvePage(sim, request.query, language))
  return undefined
}

const found = (text: string | undefined) => (text ? page(text) : page('404', 404))
