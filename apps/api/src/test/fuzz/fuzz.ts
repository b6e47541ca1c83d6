import { createHash } from 'node:crypto'
import type { Endpoint } from '@paydesk/contract/lib/endpoint'
import { Failure } from '@paydesk/contract/lib/envelope'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { TestApp } from '../appInProcess.ts'
import { inputs, keyOf } from '../input/inputs.ts'
import type { Input } from '../input/making.ts'
import { make, type TestUser } from '../make.ts'
import { door } from './door.ts'
import { idsOf, leakIn, type Marked } from './marked.ts'
import { type Plan, plansFor } from './plan.ts'
import { requestOf } from './request.ts'
import type { Fault, Tally } from './tally.ts'

type Sent = { status: number; text: string; isJson: boolean; ms: number }
type Request = InjectOptions & { url: string }
type Stage = { caller: TestUser; base: Input }

/** No answer may take longer, whatever it was asked. */
const maxMs = 1_000

/** What only our own code, our libraries or PostgreSQL say, and no text that the fuzzing sends. */
const inside =
  /\bat (?:async )?[\w.<>$ ]+\(?(?:file:\/\/|\/)\S+:\d+:\d+|node_modules|violates [a-z-]+(?: key)? constraint|relation "\w+" |column "?\w+"? (?:of|does)|syntax error at or near|invalid input syntax for|duplicate key value|\b(?:Postgres|Database|Zod|Type|Range|Reference)Error\b/

/**
 * A restore is about the whole installation: the super admin who deals with it sees every company's
 * accounts and findings (decision 0073).
 */
const ofAllCompanies = /^\/api\/quarantine/

/** Sends hostile inputs to one call, in a company of its own, and says what of it should not be. */
export async function fuzzCall(
  t: TestApp,
  theirs: Marked,
  call: Endpoint,
  options: { seed: number; inputs: number },
): Promise<Tally> {
  const key = keyOf(call)
  const tally: Tally = { inputs: 0, statuses: {}, slowestMs: 0, faults: [] }
  // Each call has numbers of its own, so that one alone gets the same inputs as among all.
  const seed = (options.seed ^ createHash('sha256').update(key).digest().readInt32BE(0)) | 0
  const plans = fc.sample(plansFor(call), { seed, numRuns: options.inputs })
  const ids =
    call.permission === 'superAdmin'
      ? theirs.ids.filter((id) => id !== theirs.companyId)
      : theirs.ids
  let stage = await openStage(t, call)
  // An id that we sent may come back, also later: the audit log shows what somebody searched for.
  const brought = new Set<string>()
  let signedOut = 0
  for (const plan of plans) {
    const send = async () => {
      const token = call.permission === 'public' ? undefined : stage.caller.token
      const request = door(call, requestOf(call, stage.base, plan, ids, token))
      return { request, answer: await sendOne(t, call, request, tally.inputs) }
    }
    const { request, answer } = await send()
    tally.inputs++
    tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1
    const fault = (what: Fault['what'], detail: string) =>
      tally.faults.push({ call: key, what, detail: detail.slice(0, 500), request: shown(request) })
    if (answer.status >= 500) fault('status', `${answer.status} ${answer.text}`)
    if (answer.status !== 200 && !isFailure(answer))
      fault('shape', `${answer.status} ${answer.text}`)
    const told = inside.exec(answer.text)
    if (told) fault('inside', told[0])
    for (const id of idsOf(`${request.url} ${request.payload ?? ''}`)) brought.add(id)
    const leak =
      call.developmentOnly || ofAllCompanies.test(call.path)
        ? undefined
        : leakIn(answer.text, theirs, brought, call.permission === 'superAdmin')
    if (leak) fault('leak', leak)
    let { ms } = answer
    // On a busy machine anything can be slow: what is slow by itself is so again, alone, with fresh
    // records, and by the machine's own pace.
    for (let again = 0; again < 2 && ms > maxMs; again++) {
      stage = await openStage(t, call)
      const pace = stretch()
      ms = Math.min(ms, (await send()).answer.ms / Math.max(1, Math.min(pace, stretch())))
    }
    tally.slowestMs = Math.max(tally.slowestMs, Math.round(ms))
    if (ms > maxMs) fault('slow', `${Math.round(ms)} ms`)
    const ended =
      call.permission !== 'public' && !plan.headers.authorization && answer.status === 401
    if (ended) signedOut++
    // What a call did may have used up its records, ended the session or locked the caller out.
    if (ended || answer.status === 403) stage = await openStage(t, call)
    else if (answer.status === 200 && call.method !== 'GET') stage = await renewed(t, call, stage)
  }
  // If most were refused for want of a session, nothing was tested.
  if (signedOut > options.inputs / 2)
    tally.faults.push({
      call: key,
      what: 'signedOut',
      detail: `${signedOut} of ${options.inputs}`,
      request: '',
    })
  return tally
}

/**
 * How much longer work takes than the time of a core that it needs, because others share the cores:
 * 1 on a quiet machine.
 */
function stretch(): number {
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  while (performance.now() - startedAt < 60);
  const { user, system } = process.cpuUsage(before)
  return (performance.now() - startedAt) / Math.max(1, (user + system) / 1000)
}

/** A company with a caller who may do everything in it, and a valid input. */
async function openStage(t: TestApp, call: Endpoint): Promise<Stage> {
  const caller = await (call.permission === 'superAdmin' ? make.superAdmin(t) : make.admin(t))
  return renewed(t, call, { caller, base: {} })
}

async function renewed(t: TestApp, call: Endpoint, { caller }: Stage): Promise<Stage> {
  const input = inputs[keyOf(call)]
  if (!input)
    throw new Error(`${keyOf(call)} is not covered: add it to apps/api/src/test/input/inputs.ts`)
  return { caller, base: await input({ t, companyId: caller.companyId, caller, mark: 'ours' }) }
}

async function sendOne(t: TestApp, call: Endpoint, request: Request, index: number): Promise<Sent> {
  if (call.file === 'text/event-stream') return openStream(t, request)
  const startedAt = performance.now()
  // Each from an address of its own: what throttles addresses is tested elsewhere and would hide
  // everything behind it.
  const answer = await t.app.inject({
    ...request,
    remoteAddress: `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
  })
  const ms = performance.now() - startedAt
  return {
    status: answer.statusCode,
    text: answer.body,
    isJson: String(answer.headers['content-type']).startsWith('application/json'),
    ms,
  }
}

/**
 * A stream does not end, so it is opened through a real connection, which is closed
 * once it has begun.
 */
async function openStream(t: TestApp, { url, headers }: Request): Promise<Sent> {
  if (!t.app.server.listening) await t.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = t.app.server.address() as { port: number }
  const ending = new AbortController()
  const startedAt = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
    headers: headers as Record<string, string>,
    signal: ending.signal,
  })
  const ms = performance.now() - startedAt
  const text = answer.status === 200 ? '' : await answer.text()
  ending.abort()
  return {
    status: answer.status,
    text,
    isJson: String(answer.headers.get('content-type')).startsWith('application/json'),
    ms,
  }
}

const isFailure = ({ status, text, isJson }: Sent) =>
  status === 304 || (isJson && Failure.safeParse(JSON.parse(text)).success)

const shown = ({ method, url, headers, payload }: Request) =>
  `${method} ${url.slice(0, 600)} ${JSON.stringify({ ...headers, authorization: undefined }).slice(0, 300)} ${String(payload ?? '').slice(0, 1_200)}`

export type { Plan }
