import { isSettled, type TransactionStatus } from '@paydesk/contract/money/transaction'
import type { ToldRow } from './row.ts'

/**
 * The earliest date under which PayPal told a row as settled, and the latest under which it told it
 * as pending: from all its versions.
 */
export type Seen = { settledAt: string | null; pendingAt: string | null }

/** A row as we hold it. */
export type HeldRow = Omit<ToldRow, 'raw'> & Seen & { id: string; syncedAt: string | null }

type Values = Omit<ToldRow, 'raw'> & Seen

/**
 * The new values of a row. `stateIsTold`: the told version gives the state, so its raw
 * text is stored too.
 */
export type Merged = { values: Values; stateIsTold: boolean }

/**
 * For two changes within the same second of PayPal's clock: a row moves up this order and never
 * back.
 */
const rank: Record<TransactionStatus, number> = { P: 0, S: 1, V: 2, D: 3 }

type Versioned = Pick<ToldRow, 'providerUpdatedAt' | 'status'>
/** A positive result means that `a` is the later version. */
export const compareVersion = (a: Versioned, b: Versioned) =>
  Date.parse(a.providerUpdatedAt) - Date.parse(b.providerUpdatedAt) ||
  rank[a.status] - rank[b.status]

/** PayPal's own identity of a row: its id alone is not unique (paypal §6.1). */
export const keyOf = (
  row: Pick<
    ToldRow,
    'accountId' | 'providerTransactionId' | 'currency' | 'grossMinor' | 'eventCode' | 'occurredAt'
  >,
) => `${looseKeyOf(row)} ${row.eventCode} ${Date.parse(row.occurredAt)}`
/** The part of the identity that an event can tell. */
export const looseKeyOf = (
  row: Pick<ToldRow, 'accountId' | 'providerTransactionId' | 'currency' | 'grossMinor'>,
) => `${row.accountId} ${row.providerTransactionId} ${row.currency} ${row.grossMinor}`

const texts = [
  'invoiceId',
  'customField',
  'paypalInvoiceId',
  'payerId',
  'payerEmail',
  'payerName',
  'payerCountry',
  'referenceId',
  'referenceType',
  'subject',
  'note',
] as const

const pick = (a: string | null, b: string | null, isBetter: (a: number, b: number) => boolean) =>
  a === null || (b !== null && isBetter(Date.parse(b), Date.parse(a))) ? b : a
const together = (a: Seen, b: Seen): Seen => ({
  settledAt: pick(a.settledAt, b.settledAt, (a, b) => a < b),
  pendingAt: pick(a.pendingAt, b.pendingAt, (a, b) => a > b),
})
const seenIn = ({ status, providerUpdatedAt }: Versioned): Seen => ({
  settledAt: isSettled(status) ? providerUpdatedAt : null,
  pendingAt: status === 'P' ? providerUpdatedAt : null,
})
/** A release that did not know these dates left them empty. */
const seenOf = (held: HeldRow) => together(held, seenIn(held))

/**
 * An older version never overwrites a newer one, in whatever order they come. An event says nothing
 * about the payer and its code is a guess, so it changes only the state of a held row. Reporting
 * also gives its identity to a row that an event told first.
 */
export function merge(
  held: HeldRow,
  told: ToldRow & Seen,
  via: 'event' | 'sync',
): Merged | undefined {
  const age = compareVersion(told, held)
  // Reporting has the same date but was read later: PayPal has corrected the row without
  // changing its date.
  const stateIsTold = via === 'sync' ? age >= 0 : age > 0
  const adopts = via === 'sync' && held.syncedAt === null
  const { raw: _, ...values } = {
    ...told,
    ...identity(adopts ? told : held),
    ...together(seenOf(held), told),
  }
  if (!stateIsTold) Object.assign(values, stateOf(held))
  else if (age === 0 && told.endingBalanceMinor === null)
    values.endingBalanceMinor = held.endingBalanceMinor
  if (stateIsTold && !told.pendingReason && told.status === 'P' && held.status === 'P')
    values.pendingReason = held.pendingReason
  for (const name of texts)
    values[name] = age >= 0 ? told[name] || held[name] : held[name] || told[name]
  return adopts || differs(held, values) ? { values, stateIsTold } : undefined
}

const identity = ({ eventCode, occurredAt }: Pick<ToldRow, 'eventCode' | 'occurredAt'>) => ({
  eventCode,
  occurredAt,
})
const stateOf = ({
  status,
  pendingReason,
  feeMinor,
  endingBalanceMinor,
  providerUpdatedAt,
}: HeldRow) => ({
  status,
  pendingReason,
  feeMinor,
  endingBalanceMinor,
  providerUpdatedAt,
})

const instants: ReadonlySet<string> = new Set([
  'occurredAt',
  'providerUpdatedAt',
  'settledAt',
  'pendingAt',
])
const instantOf = (text: unknown) => (text === null ? null : Date.parse(text as string))
const differs = (held: HeldRow, values: Values) =>
  (Object.keys(values) as (keyof Values)[]).some((name) =>
    instants.has(name)
      ? instantOf(held[name]) !== instantOf(values[name])
      : held[name] !== values[name],
  )

/**
 * The latest version of each row in one batch, as a statement can write a row only once; and what
 * all its versions there say of its dates.
 */
export function latest(rows: ToldRow[], via: 'event' | 'sync'): (ToldRow & Seen)[] {
  const best = new Map<string, ToldRow & Seen>()
  for (const row of rows) {
    const key = via === 'sync' ? keyOf(row) : looseKeyOf(row)
    const known = best.get(key)
    const seen = known ? together(known, seenIn(row)) : seenIn(row)
    best.set(key, { ...(known && compareVersion(row, known) < 0 ? known : row), ...seen })
  }
  return [...best.values()]
}

export type Decided = {
  added: (ToldRow & Seen)[]
  changed: (Merged & { id: string; raw: object })[]
  seen: string[]
}

/**
 * Decides which of the told rows are new and which change a held row. `seen`: held already,
 * exactly as told.
 */
export function decide(held: HeldRow[], told: (ToldRow & Seen)[], via: 'event' | 'sync'): Decided {
  const exact = new Map(held.map((row) => [keyOf(row), row]))
  const loose = Map.groupBy(held, looseKeyOf)
  const taken = new Set(told.flatMap((row) => exact.get(keyOf(row))?.id ?? []))
  const decided: Decided = { added: [], changed: [], seen: [] }
  for (const row of told) {
    const same = exact.get(keyOf(row)) ?? likely(loose.get(looseKeyOf(row)) ?? [], row, via, taken)
    if (!same) {
      decided.added.push(row)
      continue
    }
    taken.add(same.id)
    const merged = merge(same, row, via)
    if (merged) decided.changed.push({ ...merged, id: same.id, raw: row.raw })
    else decided.seen.push(same.id)
  }
  return decided
}

/**
 * The held row that an event and reporting describe differently: for reporting one that only an
 * event told, for an event any.
 */
function likely(
  candidates: HeldRow[],
  row: ToldRow,
  via: 'event' | 'sync',
  taken: Set<string>,
): HeldRow | undefined {
  const free = candidates.filter(
    ({ id, syncedAt }) => !taken.has(id) && (via === 'event' || syncedAt === null),
  )
  return free.find(({ eventCode }) => eventCode === row.eventCode) ?? free[0]
}
