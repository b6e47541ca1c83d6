import { billRecords } from './billInputs.ts'
import { type Inputs, type Making, one, unique } from './making.ts'

export const moneyRecords = {
  /** A payment of 100 dollars that nothing explains. */
  transaction: async (making: Making) =>
    one(
      making.t,
      `insert into paypal_transaction (
         company_id, account_id, provider_transaction_id, event_code, class, status, currency,
         gross_minor, fee_minor, payer_name, occurred_at, provider_updated_at, first_seen_via,
         synced_at
       )
       values (
         $1, $2, $3, 'T0000', 'payment', 'S', 'USD', 10000, -398, $4, now(), now(), 'sync', now()
       )
       returning id`,
      [making.companyId, await billRecords.paypalAccount(making), unique(), `Payer ${making.mark}`],
    ),
  /** A row that nobody understood. */
  rowAside: async (making: Making) =>
    one(
      making.t,
      `insert into row_set_aside (
         company_id, account_id, key, provider_transaction_id, why, detail, told, raw
       )
       values ($1, $2, encode(sha256($3::bytea), 'hex'), $3, 'status', 'X', '{"id": null, "eventCode": null, "status": "X", "amount": null,
         "currency": null, "fee": null, "feeCurrency": null, "occurredAt": null, "updatedAt": null}', $4) returning id`,
      [
        making.companyId,
        await billRecords.paypalAccount(making),
        unique(),
        `{"note": "${making.mark}"}`,
      ],
    ),
}

const byTransaction = async (making: Making, body: object = {}) => ({
  params: { id: await moneyRecords.transaction(making) },
  body: { version: 1, ...body },
})
const someoneHere = async ({ t, companyId }: Making) =>
  one(
    t,
    `insert into app_user (company_id, username, name, password_hash)
     values ($1, $2, 'A', '')
     returning id`,
    [companyId, `a-${unique()}`],
  )

export const moneyInputs: Inputs = {
  'GET /api/paypalTransaction/coverage': () => ({}),
  'POST /api/paypalTransaction/resync': async (making) => ({
    body: {
      accountId: await billRecords.paypalAccount(making),
      from: '2026-06-01T00:00:00.000Z',
      to: '2026-06-02T00:00:00.000Z',
    },
  }),
  'GET /api/problem': () => ({}),
  'GET /api/rowAside': () => ({}),
  'POST /api/rowAside/:id/settle': async (making) => ({
    params: { id: await moneyRecords.rowAside(making) },
    body: { reason: 'A' },
  }),
  'GET /api/paypalTransaction/:id': async (making) => ({
    params: { id: await moneyRecords.transaction(making) },
  }),
  'POST /api/reconciliation/:id/match': async (making) =>
    byTransaction(making, {
      lines: [{ billId: await billRecords.bill(making, 'sent'), amountMinor: 1000 }],
      reason: 'A',
    }),
  'POST /api/reconciliation/:id/accept': async (making) => {
    const billId = await billRecords.bill(making, 'sent')
    const input = await byTransaction(making, { billId, reason: 'A' })
    await making.t.owner('update bill set total_minor = 10000, due_minor = 10000 where id = $1', [
      billId,
    ])
    await making.t.owner(
      'update paypal_transaction set invoice_id = (select number from bill where id = $2) where id = $1',
      [input.params.id, billId],
    )
    return input
  },
  'POST /api/reconciliation/:id/ignore': (making) => byTransaction(making, { reason: 'A' }),
  'POST /api/reconciliation/:id/undo': async (making) => {
    const input = await byTransaction(making, { reason: 'A' })
    await making.t.owner(`update paypal_transaction set match_state = 'ignored' where id = $1`, [
      input.params.id,
    ])
    return input
  },
  'POST /api/reconciliation/:id/record': async (making) => {
    const input = await byTransaction(making)
    const billId = await billRecords.bill(making, 'sent')
    await making.t.owner(
      `insert into match_line (company_id, transaction_id, bill_id, amount_minor, rule)
       values ($1, $2, $3, 1000, 'alias')`,
      [making.companyId, input.params.id, billId],
    )
    await making.t.owner(
      `update paypal_transaction set match_state = 'auto', matched_minor = 1000 where id = $1`,
      [input.params.id],
    )
    return input
  },
  'POST /api/reconciliation/:id/assign': async (making) =>
    byTransaction(making, { assigneeId: await someoneHere(making) }),
}
