import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions } from '../../test/world/transactions.ts'
import { postOpening, postOpeningRows } from './ledger.ts'
import { verifyLedger } from './verify.ts'

const t = testApp()
let companyId = ''
let accountId = ''
let payment = ''

const openingRow = {
  id: 'OLD',
  code: 'T0006',
  at: '2026-01-01T00:00:00Z',
  gross: 900,
  currency: 'USD',
  was: 900,
  net: 900,
  pending: false,
  updated: '2026-01-01T00:00:00Z',
}

beforeAll(async () => {
  const operator = await make.operator(t)
  companyId = operator.companyId
  accountId = await make.paypalAccount(t, companyId)
  const bill = await make.bill(t, operator, { status: 'paid', accountId })
  await t.in(companyId, async (db) => {
    const lines = [
      { currency: 'USD', book: 'balance' as const, minor: 900 },
      { currency: 'USD', book: 'opening' as const, minor: -900 },
    ]
    await postOpening(db, { companyId, accountId }, new Date('2026-01-02T00:00:00Z'), lines)
    await postOpeningRows(db, { companyId, accountId }, [openingRow])
    // It was reversed after the books began.
    await postOpeningRows(db, { companyId, accountId }, [
      { ...openingRow, net: 0, updated: '2026-01-03T00:00:00Z' },
    ])
  })
  const ids = await addTransactions(t, companyId, [
    { accountId, gross: 10_000, fee: -398, at: '2026-01-04T10:00:00Z' },
    { accountId, gross: -500, code: 'T1107', at: '2026-01-05T10:00:00Z' },
    { accountId, gross: 700, status: 'P', at: '2026-01-05T11:00:00Z' },
  ])
  payment = ids[0] as string
  await t.owner(
    `insert into match_line (company_id, transaction_id, bill_id, amount_minor, rule)
     values ($1, $2, $3, 10000, 'manual')`,
    [companyId, payment, bill.id],
  )
  await t.owner(
    `update paypal_transaction set match_state = 'manual', matched_minor = 10000 where id = $1`,
    [payment],
  )
  await t.owner(
    `insert into balance_proof (
       company_id, account_id, currency, as_of, paypal_minor, ledger_minor, pending_minor
     )
     values ($1, $2, 'USD', now(), 9102, 9102, 0)`,
    [companyId, accountId],
  )
  // The payment's own moment comes before the payment.
  await t.owner(
    `insert into balance_at (company_id, account_id, as_of, currency, paypal_minor, ledger_minor)
     values ($1, $2, '2026-01-04T10:00:00Z', 'USD', 0, 0),
       ($1, $2, '2026-01-05T00:00:00Z', 'USD', 9602, 9602)`,
    [companyId, accountId],
  )
})

/**
 * Someone who owns the database switches its guards off, does this, and takes it back once
 * it was looked for.
 */
async function faultsAfter(statement: string) {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  const kept = [
    'posting',
    'journal',
    'ledger_balance',
    'match_line',
    'transaction_day',
    'opening_row',
    'balance_proof',
    'balance_at',
    'paypal_transaction',
  ]
  try {
    await client.query('set session_replication_role = replica')
    for (const table of kept)
      await client.query(`create temporary table kept_${table} as table ${table}`)
    await client.query(statement)
    return (await verifyLedger(t.ownerUrl)).faults
  } finally {
    for (const table of kept) {
      await client.query(`delete from ${table}`)
      // What the database computes by itself cannot be given.
      const { rows } = await client.query(
        `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      await client.query(
        `insert into ${table} (${rows[0].names}) select ${rows[0].names} from kept_${table}`,
      )
    }
    await client.end()
  }
}

test('these books have no fault', async () => {
  expect(await verifyLedger(t.ownerUrl)).toMatchObject({ faults: [], proofs: 1, unproven: 0 })
})

const ofPayment = `journal_id in (select id from journal where transaction_id = (select id from paypal_transaction where gross_minor = 10000))`

test.each<[string, string, string]>([
  [
    'one side of a posting',
    `update posting set amount_minor = amount_minor + 5 where book = 'fees'`,
    'journals balance',
  ],
  [
    'a posting without a journal',
    `update posting set journal_id = new_id() where ${ofPayment}`,
    'postings have a journal, and journals a row',
  ],
  [
    'a journal without a row',
    `update journal
     set transaction_id = new_id()
     where kind = 'row'
       and transaction_id = (select id from paypal_transaction where gross_minor = 10000)`,
    'postings have a journal, and journals a row',
  ],
  [
    'a second opening',
    `insert into journal (company_id, id, account_id, kind, effective_at)
     select company_id, new_id(), account_id, 'opening', effective_at
     from journal
     where kind = 'opening'`,
    'books are opened once',
  ],
  [
    'an opening that posts elsewhere',
    `update posting
     set book = 'received'
     where book = 'opening' and journal_id in (select id from journal where kind = 'opening')`,
    'books are opened once',
  ],
  [
    'money moved between two books',
    `update posting
     set amount_minor = amount_minor + case book when 'balance' then 7 else -7 end
     where ${ofPayment} and book in ('balance', 'fees')`,
    'postings are what the rows say',
  ],
  [
    'a row’s amount',
    `update paypal_transaction set gross_minor = gross_minor + 1 where gross_minor = 10000`,
    'postings are what the rows say',
  ],
  [
    'a row that was pending',
    `update paypal_transaction set status = 'S' where status = 'P'`,
    'postings are what the rows say',
  ],
  [
    'a row’s match',
    `update paypal_transaction set match_state = 'ignored' where gross_minor = -500`,
    'postings are what the rows say',
  ],
  [
    'what changed of the opening',
    `update opening_row set net_minor = 1`,
    'corrections are what changed of the opening balance',
  ],
  [
    'a correction',
    `update posting
     set amount_minor = amount_minor * 2
     where journal_id in (select id from journal where kind = 'correction')`,
    'corrections are what changed of the opening balance',
  ],
  [
    'a sum',
    `update ledger_balance set balance_minor = balance_minor + 1 where book = 'fees'`,
    'sums are the postings',
  ],
  [
    'a sum of nothing',
    `insert into ledger_balance
     select company_id, account_id, 'EUR', book, 1
     from ledger_balance
     limit 1`,
    'sums are the postings',
  ],
  [
    'a line that explains a row',
    `update match_line set amount_minor = 9999`,
    'what explains a row is what it says',
  ],
  ['all lines of a row', `delete from match_line`, 'what explains a row is what it says'],
  [
    'a day’s sum',
    `update transaction_day set gross_minor = gross_minor + 1 where class = 'payment'`,
    'daily figures are the rows',
  ],
  [
    'a day’s fees',
    `update transaction_day set fee_minor = fee_minor + 1 where class = 'payment'`,
    'daily figures are the rows',
  ],
  [
    'a day’s count',
    `update transaction_day set row_count = row_count + 1 where class = 'refund'`,
    'daily figures are the rows',
  ],
  ['a day', `delete from transaction_day where class = 'refund'`, 'daily figures are the rows'],
  [
    'what PayPal’s balance was',
    `update balance_proof set paypal_minor = paypal_minor - 1`,
    'books are PayPal’s balance',
  ],
  [
    'what the books had',
    `update balance_at set ledger_minor = ledger_minor + 1 where ledger_minor = 0`,
    'balances of the past are what the books had',
  ],
  [
    'when money moved',
    `update journal
     set effective_at = effective_at + interval '1 day'
     where kind = 'row'
       and transaction_id = (select id from paypal_transaction where gross_minor = 10000)`,
    'balances of the past are what the books had',
  ],
  [
    'what is pending beside it',
    `update balance_proof set pending_minor = 1`,
    'books are PayPal’s balance',
  ],
])('a change of %s is found', async (_, statement, check) => {
  expect((await faultsAfter(statement)).map((fault) => fault.check)).toContain(check)
  expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
})
