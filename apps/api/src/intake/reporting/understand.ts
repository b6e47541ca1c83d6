import { createHash } from 'node:crypto'
import type { RowTold } from '@paydesk/contract/intake/rowAside'
import type { Id } from '@paydesk/contract/lib/id'
import { parseInstant } from '@paydesk/paypal/instant'
import type { ListedTransaction, OddRow } from '@paydesk/paypal/reporting'
import {
  NotUnderstood,
  type RowDoubt,
  rowOf,
  type ToldRow,
} from '../../money/transaction/transaction.ts'

/** A row that nothing is posted of, with what a person needs to see what PayPal meant. */
export type Aside = RowDoubt & {
  key: string
  providerTransactionId: string
  occurredAt: string | null
  told: RowTold
  raw: string
}

export type Understood = { rows: ToldRow[]; aside: Aside[] }

const dayMs = 86_400_000
type Page = {
  transaction_details: ListedTransaction[]
  odd: OddRow[]
  last_refreshed_datetime?: Date | undefined
}

/**
 * Sorts a page of PayPal's: rows that can be posted, and rows that are set aside because posting
 * them would be a guess.
 */
export function understand(accountId: Id<'paypalAccount'>, page: Page): Understood {
  // PayPal's clock may be ahead of ours, but nothing happens days after PayPal has last looked.
  const until = new Date(Math.max(Date.now(), page.last_refreshed_datetime?.getTime() ?? 0) + dayMs)
  const rows: ToldRow[] = []
  const aside = page.odd.map(({ raw, field, message }) =>
    asideOf(raw, { why: whyOf(field), detail: `${field}: ${message}` }),
  )
  for (const listed of page.transaction_details)
    try {
      rows.push(rowOf(accountId, listed, until))
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error
      aside.push(asideOf(listed.raw, error.doubt))
    }
  return { rows, aside }
}

const byField: [field: string, why: RowDoubt['why']][] = [
  ['transaction_info.transaction_id', 'id'],
  ['transaction_info.transaction_event_code', 'eventCode'],
  ['transaction_info.transaction_status', 'status'],
  ['transaction_info.transaction_amount', 'amount'],
  ['transaction_info.fee_amount', 'fee'],
  ['transaction_info.transaction_initiation_date', 'date'],
  ['transaction_info.transaction_updated_date', 'date'],
]
const whyOf = (field: string) => byField.find(([start]) => field.startsWith(start))?.[1] ?? 'shape'

/** However much PayPal writes, this much is kept: enough for any row that was ever seen. */
const mostRaw = 8000
const mostText = 100

/** The field as text, if it is one or a number: nothing else is looked at. */
function textAt(value: unknown, ...path: string[]): string | null {
  let at = value
  for (const name of path)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined
  return typeof at === 'string' || typeof at === 'number'
    ? storable(String(at)).slice(0, mostText)
    : null
}

/** PostgreSQL stores no character 0 and no half of a pair. */
const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '\ufffd')

export function toldOf(raw: unknown): RowTold {
  const of = (...path: string[]) => textAt(raw, 'transaction_info', ...path)
  return {
    id: of('transaction_id'),
    eventCode: of('transaction_event_code'),
    status: of('transaction_status'),
    amount: of('transaction_amount', 'value'),
    currency: of('transaction_amount', 'currency_code'),
    fee: of('fee_amount', 'value'),
    feeCurrency: of('fee_amount', 'currency_code'),
    occurredAt: of('transaction_initiation_date'),
    updatedAt: of('transaction_updated_date'),
  }
}

function asideOf(raw: unknown, { why, detail }: RowDoubt): Aside {
  const told = toldOf(raw)
  const text = storable(JSON.stringify(raw) ?? '')
  const { id, eventCode, occurredAt, amount, currency } = told
  const identity =
    id === null ? text : JSON.stringify([id, eventCode, occurredAt, amount, currency])
  return {
    key: createHash('sha256').update(identity).digest('hex'),
    // An id that is too long could not be asked for either.
    providerTransactionId: id !== null && /^[!-~]{1,64}$/.test(id) ? id : '',
    occurredAt: timeOf(occurredAt),
    why,
    detail: storable(detail).slice(0, 300),
    told,
    raw: text.slice(0, mostRaw),
  }
}

/** Only a time that PayPal can be asked about. */
function timeOf(text: string | null): string | null {
  if (text === null) return null
  try {
    const at = parseInstant(text)
    return at.getTime() > Date.UTC(1998, 0, 1) && at.getTime() < Date.UTC(2200, 0, 1)
      ? at.toISOString()
      : null
  } catch {
    return null
  }
}

/**
 * Whether a row that is understood is the one that was set aside: PayPal's identity of it, except
 * for what was odd about it then. A row that had no id is never known again.
 */
export function isSameRow(now: RowTold, { told, why }: Pick<Aside, 'told' | 'why'>): boolean {
  const same = (name: keyof RowTold, odd: RowDoubt['why']) =>
    why === odd || now[name] === told[name]
  return (
    told.id !== null &&
    now.id === told.id &&
    same('eventCode', 'eventCode') &&
    same('occurredAt', 'date') &&
    same('amount', 'amount') &&
    same('currency', 'amount')
  )
}
