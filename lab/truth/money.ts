import type pg from 'pg'

export type SimRow = {
  transactionId: string
  eventCode: string
  currency: string
  amountMinor: number
  feeMinor: number
  status: 'P' | 'S' | 'V' | 'D'
  invoiceId: string
  referenceId: string
}
export type SimLedger = {
  rows: SimRow[]
  balances: { currency: string; available: number; withheld: number }[]
}

export const ledgerOf = async (simUrl: string, simAccountId: string): Promise<SimLedger> =>
  (await (await fetch(`${simUrl}/sim/ledger?account=${simAccountId}`)).json()) as SimLedger

type OurRow = {
  id: string
  code: string
  currency: string
  gross: string
  fee: string
  status: string
  state: string
  bill: string | null
}

const keyOf = (row: { id: string; code: string; currency: string; gross: number }) =>
  [row.id, row.code, row.currency, row.gross].join(' ')
/**
 * Codes that a bill or a person must explain; the others explain themselves
 * (packages/contract/src/money/transactionCode.ts).
 */
const needsBill = (code: string) =>
  code.startsWith('T00') || ['T1106', 'T1107', 'T1201', 'T1202', 'T1205'].includes(code)

/**
 * Finds the bill of ours that a row pays, or whose payment it refers to. It reads PayPal's own
 * books and nothing of ours.
 */
export function belongingTo(
  rows: SimRow[],
  numbers: ReadonlySet<string>,
): (row: SimRow) => string | undefined {
  const payments = new Map(
    rows
      .filter((row) => row.eventCode.startsWith('T00'))
      .map((row) => [row.transactionId, row.invoiceId]),
  )
  return ({ eventCode, invoiceId, referenceId }) => {
    const number = eventCode.startsWith('T00') ? invoiceId : payments.get(referenceId)
    return number && numbers.has(number) ? number : undefined
  }
}

export type Differences = { rows: string[]; balances: string[]; matches: string[] }

/** The differences between our records of one account and PayPal's books. */
export async function compare(
  owner: pg.Pool,
  accountId: string,
  truth: SimLedger,
  numbers: ReadonlySet<string>,
): Promise<Differences> {
  const { rows } = await owner.query<OurRow>(
    `select t.provider_transaction_id as id, t.event_code as code, t.currency,
       t.gross_minor as gross, t.fee_minor as fee, t.status, t.match_state as state,
       (
         select b.number
         from match_line l
         join bill b on b.company_id = l.company_id and b.id = l.bill_id
         where l.company_id = t.company_id and l.transaction_id = t.id
         limit 1
       ) as bill
     from paypal_transaction t where t.account_id = $1`,
    [accountId],
  )
  const ours = new Map(rows.map((row) => [keyOf({ ...row, gross: Number(row.gross) }), row]))
  const difference: Differences = { rows: [], balances: [], matches: [] }
  if (ours.size !== rows.length) difference.rows.push(`${rows.length - ours.size} rows twice`)
  const billOf = belongingTo(truth.rows, numbers)
  for (const row of truth.rows) {
    const key = keyOf({
      id: row.transactionId,
      code: row.eventCode,
      currency: row.currency,
      gross: row.amountMinor,
    })
    const held = ours.get(key)
    ours.delete(key)
    if (!held) difference.rows.push(`${key}: missing`)
    else if (held.status !== row.status || Number(held.fee) !== row.feeMinor)
      difference.rows.push(
        `${key}: ours ${held.status} ${held.fee}, PayPal's ${row.status} ${row.feeMinor}`,
      )
    else if (row.status === 'S' || row.status === 'V') {
      const bill = needsBill(row.eventCode) ? billOf(row) : undefined
      const expected = !needsBill(row.eventCode) ? 'notNeeded' : bill ? 'auto' : 'unmatched'
      if (held.state !== expected || (held.bill ?? undefined) !== bill)
        difference.matches.push(
          `${key}: ours ${held.state} ${held.bill}, should be ${expected} ${bill ?? ''}`,
        )
    }
  }
  for (const key of ours.keys()) difference.rows.push(`${key}: PayPal has no such row`)
  const books = await owner.query<{ currency: string; balance: string; withheld: string }>(
    `select currency, coalesce(sum(balance_minor) filter (where book = 'balance'), 0) as balance,
       coalesce(sum(balance_minor) filter (where book = 'withheld'), 0) as withheld
     from ledger_balance where account_id = $1 group by currency`,
    [accountId],
  )
  const held = new Map(
    books.rows.map(({ currency, balance, withheld }) => [
      currency,
      [Number(balance), Number(withheld)],
    ]),
  )
  for (const { currency, available, withheld } of truth.balances) {
    const [balance = 0, kept = 0] = held.get(currency) ?? []
    if (balance !== available || kept !== withheld)
      difference.balances.push(
        `${currency}: ours ${balance} + ${kept}, PayPal's ${available} + ${withheld}`,
      )
  }
  return difference
}
