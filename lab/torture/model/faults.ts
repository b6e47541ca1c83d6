import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import pg from 'pg'

/**
 * A rule that is broken on purpose, to see whether the invariants notice. Its text stands once in a
 * file or in a function of the database.
 */
type Fault =
  | { file: string; from: string; to: string }
  | { function: string; from: string; to: string }

const faults: Record<string, Fault> = {
  /** Money that goes to the bank leaves no trace in the books. */
  dropPosting: {
    function: 'books_of',
    from: "where status in ('S', 'V')",
    to: "where status in ('S', 'V') and class <> 'transfer'",
  },
  /** A payment counts as arrived as soon as PayPal names it. */
  countPending: {
    file: 'apps/api/src/billing/bill/payment.ts',
    from: 'pending: pending.has(payment),',
    to: 'pending: false,',
  },
  /** A payment that bears the bill's number explains nothing. */
  forgetMatch: {
    file: 'apps/api/src/money/transaction/match.ts',
    from: '(billId ? [{ key,',
    to: "(billId && rule !== 'number' ? [{ key,",
  },
  /** Whatever PayPal's rows and balances tell, a row is posted at the time of its last update. */
  postOnUpdateDay: {
    function: 'moved_at_of',
    from: `when found between occurred and settled and found >= coalesce(pending, found) then found
    when pending is null and followed then occurred`,
    to: 'when false then null',
  },
}

export const faultNames = Object.keys(faults)

/** Replaces one text; one that is not there once would plant nothing, or more than is meant. */
function replaced(text: string, { from, to }: Fault, where: string): string {
  if (text.split(from).length !== 2) throw new Error(`'${from}' does not stand once in ${where}`)
  return text.replace(from, () => to)
}

/** Plants a fault of a file. It must come before the file is loaded; nothing is written to disk. */
export function plantInFile(name: string | undefined): void {
  const fault = name === undefined ? undefined : known(name)
  if (!fault || !('file' in fault)) return
  const url = new URL(`../../../${fault.file}`, import.meta.url).href
  replaced(readFileSync(new URL(url), 'utf8'), fault, fault.file)
  registerHooks({
    load(wanted, context, next) {
      const loaded = next(wanted, context)
      return wanted === url
        ? { ...loaded, source: replaced(String(loaded.source), fault, fault.file) }
        : loaded
    },
  })
}

/** Plants a fault of the database, in the template from which the run's database is made. */
export async function plantInDatabase(name: string | undefined, ownerUrl: string): Promise<void> {
  const fault = name === undefined ? undefined : known(name)
  if (!fault || !('function' in fault)) return
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ text: string }>(
      'select pg_get_functiondef($1::regproc) as text',
      [fault.function],
    )
    await client.query(replaced(rows[0]?.text ?? '', fault, fault.function))
  } finally {
    await client.end()
  }
}

function known(name: string): Fault {
  const fault = faults[name]
  if (!fault) throw new Error(`--fault is one of ${faultNames.join(', ')}`)
  return fault
}
