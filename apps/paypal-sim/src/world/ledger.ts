import type { Collection } from './store.ts'

/**
 * Reporting's word for a row: pending, success, fully reversed, denied. S and V have moved money; P
 * may have (pendingMoves).
 */
export type RowStatus = 'P' | 'S' | 'V' | 'D'

/**
 * A row as it stood from one moment on. Reporting shows the last version that its lagging
 * snapshot has seen.
 */
export interface RowVersion {
  at: number
  /** The order of writing: several versions can be of one millisecond. */
  seq: number
  status: RowStatus
  /** Has this version's money moved? */
  moved: boolean
  feeMinor: number
  /** Available balance of the row's currency after this version. */
  availableAfter: number
}

export interface LedgerRow {
  seq: number
  accountId: string
  transactionId: string
  eventCode: string
  currency: string
  /** Signed gross: money out is negative. */
  amountMinor: number
  initiatedAt: number
  versions: RowVersion[]
  referenceId?: string
  referenceType?: 'TXN' | 'ODR'
  /** The merchant's own id for the payment, and PayPal's id of the invoice behind it. */
  invoiceId?: string
  paypalInvoiceId?: string
  custom?: string
  subject?: string
  note?: string
  tipMinor?: number
  payer?: { id: string; email: string; name: string; country: string }
}

export type NewRow = Omit<LedgerRow, 'seq' | 'accountId' | 'versions' | 'initiatedAt'> & {
  feeMinor?: number
  status?: RowStatus
}

interface Entry {
  at: number
  row: LedgerRow
  version: number
}
interface Balance {
  at: number
  available: number
  withheld: number
}

/**
 * Holds, reserves and their releases move money between available and withheld; the total does not
 * change (paypal §6.4).
 */
export const isHold = (code: string) =>
  ['T1105', 'T1110', 'T1111'].includes(code) || /^T(15|21)/.test(code)
/**
 * Withdrawals and refunds: whether they have left the balance while they are pending is not
 * known (pendingMoves).
 */
const mayMoveEarly = ({ eventCode, amountMinor }: LedgerRow) =>
  amountMinor < 0 && (eventCode.startsWith('T04') || eventCode === 'T1107')

/** First index whose time is ≥ `at`. */
export function lowerBound<T>(list: readonly T[], at: number, timeOf: (one: T) => number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (timeOf(list[middle] as T) < at) low = middle + 1
    else high = middle
  }
  return low
}

const atOf = ({ at }: { at: number }) => at

/**
 * The books of all accounts: rows are only added, a change is a new version. Balances and
 * Transaction Search are both derived from them, so that Σ rows = balance by construction, at every
 * moment of the past too.
 */
export class Ledger {
  readonly #rows: Collection<LedgerRow>
  readonly #now: () => number
  readonly #pendingMoves: () => boolean
  readonly #entries = new Map<string, Entry[]>()
  /** By account, in the order of their initiation. */
  readonly #begun = new Map<string, LedgerRow[]>()
  readonly #balances = new Map<string, Balance[]>()
  readonly #byTransaction = new Map<string, LedgerRow[]>()
  #seq = 0
  #versions = 0

  constructor(rows: Collection<LedgerRow>, now: () => number, pendingMoves: () => boolean) {
    this.#rows = rows
    this.#now = now
    this.#pendingMoves = pendingMoves
  }

  load(): void {
    const rows = [...this.#rows.values()].sort((a, b) => a.seq - b.seq)
    // A file of an older simulator has no order of writing, and only S and V had moved money.
    for (const row of rows)
      for (const version of row.versions) {
        version.seq ??= row.seq
        version.moved ??= version.status === 'S' || version.status === 'V'
      }
    const versions = rows.flatMap((row) =>
      row.versions.map((version, index) => ({ at: version.at, row, version: index })),
    )
    for (const row of rows) {
      this.#seq = Math.max(this.#seq, row.seq)
      this.#remember(row)
    }
    const seqOf = ({ row, version }: Entry) => (row.versions[version] as RowVersion).seq
    // The balance after each version was stored and is not recomputed.
    for (const entry of versions.sort((a, b) => a.at - b.at || seqOf(a) - seqOf(b))) {
      this.#versions = Math.max(this.#versions, seqOf(entry))
      this.#index(entry, true)
    }
  }

  post(accountId: string, given: NewRow): LedgerRow {
    const { feeMinor = 0, status = 'S', ...rest } = given
    const at = this.#now()
    const seq = ++this.#seq
    const row: LedgerRow = { ...rest, seq, accountId, initiatedAt: at, versions: [] }
    this.#remember(row)
    this.#addVersion(row, { at, status, feeMinor })
    return row
  }

  /**
   * Changes a row's status: P → S, S → V and so on. The row re-appears in searches with its new
   * date.
   */
  change(row: LedgerRow, to: { status: RowStatus; feeMinor?: number }): void {
    const last = row.versions.at(-1)
    if (!last || (last.status === to.status && (to.feeMinor ?? last.feeMinor) === last.feeMinor))
      return
    this.#addVersion(row, {
      at: this.#now(),
      status: to.status,
      feeMinor: to.feeMinor ?? last.feeMinor,
    })
  }

  /** Dates a row anew although nothing in it has changed, as PayPal does. */
  touch(row: LedgerRow): void {
    const last = row.versions.at(-1)
    if (last)
      this.#addVersion(row, { at: this.#now(), status: last.status, feeMinor: last.feeMinor })
  }

  find(transactionId: string, eventCode?: string): LedgerRow | undefined {
    return this.#byTransaction
      .get(transactionId)
      ?.find((row) => !eventCode || row.eventCode === eventCode)
  }

  balance(
    accountId: string,
    currency: string,
    asOf = Number.POSITIVE_INFINITY,
  ): { available: number; withheld: number } {
    const list = this.#balances.get(`${accountId} ${currency}`) ?? []
    const last =
      asOf === Number.POSITIVE_INFINITY ? list.at(-1) : list[lowerBound(list, asOf + 1, atOf) - 1]
    return { available: last?.available ?? 0, withheld: last?.withheld ?? 0 }
  }

  currencies(accountId: string): string[] {
    const start = `${accountId} `
    return [...this.#balances.keys()]
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length))
  }

  /**
   * Rows as the snapshot of `refreshedAt` has them, whose date lies in the window (both ends
   * inclusive), oldest first.
   */
  *visible(
    accountId: string,
    window: { from: number; to: number },
    refreshedAt: number,
    by: 'updated' | 'initiated' = 'updated',
  ): Generator<{ row: LedgerRow; version: RowVersion }> {
    const to = Math.min(window.to, refreshedAt)
    if (by === 'initiated') {
      const rows = this.#begun.get(accountId) ?? []
      const end = lowerBound(rows, to + 1, (row) => row.initiatedAt)
      for (
        let index = lowerBound(rows, window.from, (row) => row.initiatedAt);
        index < end;
        index++
      ) {
        const row = rows[index] as LedgerRow
        yield {
          row,
          version: row.versions.findLast((version) => version.at <= refreshedAt) as RowVersion,
        }
      }
      return
    }
    const entries = this.#entries.get(accountId) ?? []
    const end = lowerBound(entries, to + 1, atOf)
    for (let index = lowerBound(entries, window.from, atOf); index < end; index++) {
      const { row, version } = entries[index] as Entry
      const next = row.versions[version + 1]
      if (next && next.at <= refreshedAt) continue
      yield { row, version: row.versions[version] as RowVersion }
    }
  }

  #addVersion(row: LedgerRow, given: Pick<RowVersion, 'at' | 'status' | 'feeMinor'>): void {
    const { status } = given
    const moved =
      status === 'S' ||
      status === 'V' ||
      (status === 'P' && this.#pendingMoves() && mayMoveEarly(row))
    row.versions.push({ ...given, seq: ++this.#versions, moved, availableAfter: 0 })
    this.#rows.put(String(row.seq), row)
    this.#index({ at: given.at, row, version: row.versions.length - 1 }, false)
  }

  #remember(row: LedgerRow): void {
    const known = this.#byTransaction.get(row.transactionId)
    if (known) known.push(row)
    else this.#byTransaction.set(row.transactionId, [row])
    const begun = this.#begun.get(row.accountId)
    if (begun) begun.push(row)
    else this.#begun.set(row.accountId, [row])
  }

  #index(entry: Entry, loading: boolean): void {
    const { row } = entry
    const entries = this.#entries.get(row.accountId) ?? []
    this.#entries.set(row.accountId, entries)
    entries.push(entry)
    const version = row.versions[entry.version] as RowVersion
    const before = row.versions[entry.version - 1]
    const effect = this.#effect(row, version) - (before ? this.#effect(row, before) : 0)
    const key = `${row.accountId} ${row.currency}`
    const list = this.#balances.get(key) ?? []
    this.#balances.set(key, list)
    const last = list.at(-1) ?? { available: 0, withheld: 0 }
    const next = {
      at: entry.at,
      available: last.available + effect,
      withheld: last.withheld - (isHold(row.eventCode) ? effect : 0),
    }
    if (effect !== 0 || list.length === 0) list.push(next)
    if (!loading) version.availableAfter = next.available
  }

  #effect(row: LedgerRow, version: RowVersion): number {
    return version.moved ? row.amountMinor + version.feeMinor : 0
  }
}
