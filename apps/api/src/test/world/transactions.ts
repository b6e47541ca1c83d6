import { classOf, needsMatch } from '@paydesk/contract/money/transactionCode'
import type { TestApp } from '../appInProcess.ts'

export type NewTransaction = {
  accountId: string
  gross: number
  fee?: number
  code?: string
  currency?: string
  status?: string
  pendingReason?: string
  providerId?: string
  matchState?: string
  matched?: number
  groupId?: string
  invoiceId?: string
  customField?: string
  paypalInvoiceId?: string
  payerName?: string
  payerEmail?: string
  referenceId?: string
  subject?: string
  at?: string
  assigneeId?: string
}
let counter = 0

/** Adds rows as a sync would leave them, with their journals. */
export async function addTransactions(
  t: TestApp,
  companyId: string,
  rows: NewTransaction[],
): Promise<string[]> {
  const whole = rows.map((row) => {
    const code = row.code ?? 'T0006'
    const rowClass = classOf(code, row.gross)
    return {
      fee: 0,
      currency: 'USD',
      status: 'S',
      providerId: `TX${String(++counter).padStart(15, '0')}`,
      matchState: needsMatch(rowClass) ? 'unmatched' : 'notNeeded',
      at: new Date().toISOString(),
      ...row,
      code,
      class: rowClass,
    }
  })
  const made = await t.owner<{ id: string }>(
    `insert into paypal_transaction (
       company_id, account_id, provider_transaction_id, event_code, class, status, pending_reason,
       currency, gross_minor, fee_minor, invoice_id, custom_field, paypal_invoice_id, payer_name,
       payer_email, reference_id, subject, group_id, occurred_at, provider_updated_at, moved_at,
       settled_at, pending_at, first_seen_via, synced_at, match_state, matched_minor, assignee_id
     )
     select $1, r."accountId", r."providerId", r.code, r.class, r.status,
       coalesce(r."pendingReason", ''), r.currency, r.gross, r.fee, coalesce(r."invoiceId", ''),
       coalesce(r."customField", ''), coalesce(r."paypalInvoiceId", ''),
       coalesce(r."payerName", ''), coalesce(r."payerEmail", ''), coalesce(r."referenceId", ''),
       coalesce(r.subject, ''), r."groupId", r.at, r.at,
       case when r.status in ('S', 'V') then r.at end,
       case when r.status in ('S', 'V') then r.at end, case when r.status = 'P' then r.at end,
       'sync', now(), r."matchState", coalesce(r.matched, 0), r."assigneeId"
     from json_to_recordset($2) as r (
       "accountId" uuid, "providerId" text, code text, class text, status text,
       "pendingReason" text, currency text, gross bigint, fee bigint, "invoiceId" text,
       "customField" text, "paypalInvoiceId" text, "payerName" text, "payerEmail" text,
       "referenceId" text, subject text, "groupId" uuid, at timestamptz, "matchState" text,
       matched bigint, "assigneeId" uuid
     )
     returning id`,
    [companyId, JSON.stringify(whole)],
  )
  return made.map(({ id }) => id)
}
