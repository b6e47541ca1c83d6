import type { Id } from '@paydesk/contract/lib/id'
import type { PayPal } from '@paydesk/paypal/client'
import { hasIssue, notAllowedMs, type Outcome } from '@paydesk/paypal/outcome'
import { maxWindowMs } from '@paydesk/paypal/reporting'
import { keyOf } from '../../money/transaction/transaction.ts'
import { type Understood, understand } from './understand.ts'

/** Whole seconds, which is PayPal's own precision. The second `to` is not part of the window. */
export type Window = { from: Date; to: Date }
export type Failure = Exclude<Outcome<unknown>, { outcome: 'done' }>

/**
 * whole: everything up to `through` was read. again: the window must be read in smaller parts.
 * nothing: PayPal shows nothing from there on.
 */
export type WindowRead =
  | { outcome: 'whole'; through: Date; refreshed: Date | undefined }
  | { outcome: 'again'; why: 'tooLarge' | 'shifted' | 'slow'; parts: number }
  | { outcome: 'nothing' }
  | { outcome: 'failed'; failure: Failure }

export const secondMs = 1000
export const maxSpanMs = maxWindowMs - secondMs
/** A job must end within five minutes (lib/job.ts), and its last call may have to wait as well. */
const longestWindowMs = 120_000
/** PayPal's documented lag, used if PayPal does not say how far its data is complete. */
const silentLagMs = 3 * 3_600_000

type Reader = {
  paypal: PayPal
  accountId: Id<'paypalAccount'>
  patienceMs: number
  onPage: (page: Understood) => Promise<void>
  onCall: () => void
}

/**
 * Reads all pages. Rows are handed on as they come (writing one twice does no harm), but the window
 * counts as read only if nothing moved between its pages: a row that slips to a page that was
 * already read would be missing, and nobody would know.
 */
export async function readWindow(reader: Reader, { from, to }: Window): Promise<WindowRead> {
  const first = await readPages(reader, { from, to })
  if (first.outcome !== 'shifted') return first
  // The part that is complete does not grow any more; rows can only leave it by changing.
  const until =
    first.refreshed && first.refreshed < to && first.refreshed > from ? first.refreshed : to
  const second = await readPages(reader, { from, to: until })
  return second.outcome === 'shifted' ? { outcome: 'again', why: 'shifted', parts: 2 } : second
}

type PagesRead = WindowRead | { outcome: 'shifted'; refreshed: Date | undefined }

async function readPages(
  { paypal, accountId, patienceMs, onPage, onCall }: Reader,
  { from, to }: Window,
): Promise<PagesRead> {
  const seen = new Set<string>()
  let total: number | undefined
  let refreshed: Date | undefined
  const begunAt = Date.now()
  for (let page = 1; ; page++) {
    onCall()
    const answer = await paypal.reporting.transactions({
      start: from,
      end: to,
      page,
      fields: 'transaction_info,payer_info,cart_info',
    })
    if (answer.outcome !== 'done') return readFailure(answer)
    const { total_items, total_pages = 1, last_refreshed_datetime } = answer.value
    // The first page's value counts: a later page may know more than the pages before it.
    refreshed ??= last_refreshed_datetime
    const read = understand(accountId, answer.value)
    await onPage(read)
    for (const row of read.rows) seen.add(keyOf(row))
    for (const { key } of read.aside) seen.add(key)
    if (total !== undefined && total_items !== total) return { outcome: 'shifted', refreshed }
    total = total_items
    // Only a whole window advances the reading, so a window that the job cannot finish in
    // time is not begun.
    const neededMs = (Date.now() - begunAt) * total_pages
    if (
      page === 1 &&
      total_pages > 1 &&
      neededMs > patienceMs &&
      to.getTime() - from.getTime() > secondMs
    )
      return {
        outcome: 'again',
        why: 'slow',
        parts: Math.min(total_pages, Math.ceil(neededMs / patienceMs)),
      }
    // Later pages had to wait for their turns: smaller windows let the account get on in the end,
    // however long each turn takes.
    if (page < total_pages && page > 1 && Date.now() - begunAt > longestWindowMs)
      return { outcome: 'again', why: 'slow', parts: total_pages }
    if (page < total_pages) continue
    if (page > 1 && total !== undefined && seen.size < total)
      return { outcome: 'shifted', refreshed }
    const known =
      refreshed ?? new Date(Math.floor((Date.now() - silentLagMs) / secondMs) * secondMs)
    return { outcome: 'whole', through: known < to ? known : to, refreshed }
  }
}

function readFailure(failure: Failure): WindowRead {
  if (isTooLarge(failure)) return { outcome: 'again', why: 'tooLarge', parts: 2 }
  if (isNotAvailable(failure)) return { outcome: 'nothing' }
  return { outcome: 'failed', failure }
}

/** The window has more rows than PayPal shows. */
export const isTooLarge = (failure: Failure) =>
  failure.outcome === 'refused' && hasIssue(failure.refusal, 'RESULTSET_TOO_LARGE')

/**
 * PayPal sends this with status 400 or 404, and with or without an issue of its own (paypal §6.1).
 */
export const isNotAvailable = (failure: Failure) =>
  failure.outcome === 'refused' &&
  (hasIssue(failure.refusal, 'DATA_NOT_AVAILABLE') ||
    [
      failure.refusal.message,
      ...failure.refusal.issues.map(({ description }) => description ?? ''),
    ].some((text) => /start date is not available/i.test(text)))

/** The failure in words, for the run and the coverage bar. */
export const failureWords = (failure: Failure) =>
  failure.outcome === 'refused'
    ? [
        failure.refusal.name,
        ...failure.refusal.issues.map(({ issue }) => issue),
        failure.refusal.message,
      ]
        .join(' ')
        .slice(0, 300)
    : `${failure.reason} ${failure.message}`.slice(0, 300)

/** Ends the reading. The account shows why, and tries again later. */
export class Failed extends Error {
  readonly holdMs: number | undefined
  constructor(words: string, holdMs?: number) {
    super(words)
    this.holdMs = holdMs
  }
}
/** It was not the account's turn to call PayPal. The reading goes on later; nothing has failed. */
export class NotAllowed extends Error {
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('It is not this account’s turn to call PayPal')
    this.retryAfterMs = retryAfterMs
  }
}

export function failOn(failure: Failure): never {
  const waitMs = notAllowedMs(failure)
  if (waitMs !== undefined) throw new NotAllowed(waitMs)
  throw new Failed(
    failureWords(failure),
    failure.outcome === 'refused' ? failure.refusal.retryAfterMs : undefined,
  )
}
