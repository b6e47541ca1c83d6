import type { Id } from '@paydesk/contract/lib/id'
import type { OperationKind } from '@paydesk/contract/paypal/operation'
import { hasIssue, type Refusal } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'
import { stopAccount } from '../paypalAccount/paypalAccount.ts'
import type { Result, Settled } from './operation.ts'

/**
 * Looks follow 10 s, 1 min, 5 min and 1 h after a lost answer (reliability §1.2), then daily, and
 * the worker complains. The first ones come every 10 s: a look that got no answer has shown nothing
 * and harms nothing, and a call that was repeated because a look showed no effect is a new call.
 */
const quickTries = 6
const firstDelaySeconds = 10
const laterDelays = [50, 240, 3300]
const dailySeconds = 86_400
/**
 * A look that did not reach PayPal has shown nothing: after an outage, however long, the next one
 * comes within a minute.
 */
const awayLookSeconds = 60
/** The worker complains once in so many of them, which is about once an hour. */
const awayLooksPerComplaint = 60
/** The seconds before each new try of a call that surely did not reach PayPal. */
const retryDelays = [2, 5, 15, 60]
const longestRetrySeconds = 300

type Operation = {
  id: string
  companyId: Id<'company'>
  accountId: Id<'paypalAccount'>
  kind: OperationKind
  calls: number
  looks: number
}

/** Writes the outcome of an operation. */
export async function settle(db: Db, operation: Operation, result: Result): Promise<Settled> {
  const settled = await decide(db, operation, result)
  const unsent = wasNotAllowed(result)
  const finished = settled.state === 'done' || settled.state === 'refused'
  const outcome = { ...settled, invoice: undefined, refund: undefined, dispute: undefined }
  await sql`
    update operation
    set state = ${settled.state},
      outcome = ${toJsonb(outcome)}::jsonb,
      calls = calls - ${unsent ? 1 : 0},
      looks = looks - ${unsent && settled.state === 'unknown' ? 1 : 0},
      due_at = now() + make_interval(
        secs => ${'afterSeconds' in settled ? settled.afterSeconds : 0}
      ),
      unknown_since = case
        when ${settled.state === 'unknown'} then coalesce(unknown_since, now())
        else unknown_since
      end,
      finished_at = case when ${finished} then now() end
    where company_id = ${operation.companyId} and id = ${operation.id}`.execute(db)
  await announce(db, operation.companyId, [{ entity: 'operation', id: operation.id }])
  return settled
}

/**
 * It was not the call's turn. That is no try of the operation, and it says nothing
 * about the account.
 */
const wasNotAllowed = (result: Result) =>
  result.result !== 'done' && result.refusal?.by === 'allowance'

async function decide(db: Db, operation: Operation, result: Result): Promise<Settled> {
  if (result.result === 'done') {
    const { result: _, ...rest } = result
    return { state: 'done', ...rest }
  }
  if (wasNotAllowed(result)) {
    const state = result.result === 'unknown' ? 'unknown' : 'ready'
    return {
      state,
      afterSeconds: pauseSeconds(result.refusal?.retryAfterMs ?? 0),
      reason: 'allowance',
      alarming: false,
    }
  }
  if (result.result === 'unknown') {
    const tries = result.reason === 'look' ? operation.looks : operation.calls - 1
    const wait = result.refusal && waitAfter(operation, result.refusal)
    if (result.refusal && wait === undefined) await stopIfAccount(db, operation, result.refusal)
    const asked =
      result.refusal?.retryAfterMs === undefined ? 0 : pauseSeconds(result.refusal.retryAfterMs)
    const later =
      wait === undefined ? (laterDelays[tries - quickTries] ?? dailySeconds) : awayLookSeconds
    const afterSeconds = Math.max(asked, tries < quickTries ? firstDelaySeconds : later)
    const { dispute } = result
    const alarming =
      afterSeconds >= 3600 || (wait !== undefined && (tries + 1) % awayLooksPerComplaint === 0)
    return {
      state: 'unknown',
      afterSeconds,
      reason: result.reason,
      alarming,
      ...(dispute && { dispute }),
    }
  }
  const { refusal, invoice, dispute, facts } = result
  const wait = waitAfter(operation, refusal)
  if (wait !== undefined)
    return { state: 'ready', afterSeconds: wait, reason: refusal.name, alarming: false }
  const code = await stopIfAccount(db, operation, refusal)
  return {
    state: 'refused',
    code: code ?? issueOf(refusal),
    detail: wordsOf(refusal),
    ...(invoice && { invoice }),
    ...(dispute && { dispute }),
    ...(facts && { facts }),
  }
}

const issueOf = (refusal: Refusal) => refusal.issues[0]?.issue ?? refusal.name
const wordsOf = (refusal: Refusal) =>
  [
    refusal.message,
    ...refusal.issues.map(({ issue, field, description }) =>
      [issue, field, description].filter(Boolean).join(' '),
    ),
  ]
    .join('; ')
    .slice(0, 500)

/**
 * The seconds to wait before another try, if nothing happened: PayPal was not reached, asks us to
 * wait, or its token service is away.
 */
function waitAfter(operation: Operation, refusal: Refusal): number | undefined {
  if (refusal.retryAfterMs !== undefined) return pauseSeconds(refusal.retryAfterMs)
  const away =
    refusal.by === 'network' ||
    (refusal.by === 'token' && refusal.status !== 400 && refusal.status !== 401)
  return away ? (retryDelays[operation.calls - 1] ?? longestRetrySeconds) : undefined
}

const pauseSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

const accountIssues = [
  'INVALID_ACCOUNT_STATUS',
  'PAYEE_ACCOUNT_RESTRICTED',
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
  'NOT_AUTHORIZED',
]

/**
 * If the account itself is the reason for the refusal, it stops for all bills, and someone is told.
 */
async function stopIfAccount(
  db: Db,
  operation: Operation,
  refusal: Refusal,
): Promise<string | undefined> {
  const reason = { code: issueOf(refusal), detail: wordsOf(refusal) }
  if (refusal.by === 'token') {
    await stopAccount(db, operation, 'disconnected', reason)
    return 'ACCOUNT_DISCONNECTED'
  }
  // For an existing invoice, PERMISSION_DENIED says that the invoice is another account's. For a
  // new one, it says that this account may not make any.
  const issues =
    operation.kind === 'createInvoice' ? [...accountIssues, 'PERMISSION_DENIED'] : accountIssues
  if (!hasIssue(refusal, ...issues)) return undefined
  await stopAccount(db, operation, 'limited', reason)
  return 'ACCOUNT_LIMITED'
}
