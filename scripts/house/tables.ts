/** Which feature may write which table. Everyone else calls what its owner exports. */
import { placeOf } from './floors.ts'

/** The owner of each table that the API writes, as `floor/feature`; `lib` where no feature owns it. */
export const owners: Record<string, string> = {
  account_sync: 'intake/reporting',
  app_user: 'people/user',
  approval: 'billing/approval',
  audit_entry: 'office/audit',
  avatar: 'people/account',
  balance_proof: 'intake/reporting',
  bill: 'billing/bill',
  bill_content: 'billing/bill',
  bill_entry: 'billing/bill',
  bill_number: 'billing/bill',
  bill_payment: 'billing/bill',
  bill_refund: 'billing/bill',
  chat_bot: 'people/companySetting',
  company: 'people/company',
  company_key: 'lib',
  company_setting: 'people/companySetting',
  customer: 'billing/customer',
  customer_alias: 'billing/customer',
  dev_mailbox: 'office/message',
  dispute: 'billing/dispute',
  dispute_file: 'billing/dispute',
  dispute_reading: 'billing/dispute',
  idempotency: 'lib',
  identity: 'people/identity',
  invitation: 'people/invitation',
  journal: 'money/ledger',
  ledger_balance: 'money/ledger',
  list_choice: 'office/view',
  list_view: 'office/view',
  login_throttle: 'lib',
  match_line: 'money/transaction',
  message: 'office/message',
  notice: 'people/notice',
  notice_delivery: 'people/notice',
  notification_choice: 'people/notificationChoice',
  opening_row: 'money/ledger',
  operation: 'paypal/operation',
  passkey: 'people/passkey',
  paypal_account: 'paypal/paypalAccount',
  paypal_account_health: 'paypal/paypalAccount',
  paypal_account_limit: 'paypal/paypalAccount',
  paypal_account_usage: 'paypal/paypalAccount',
  paypal_balance: 'paypal/paypalAccount',
  paypal_event: 'intake/event',
  paypal_event_outcome: 'intake/event',
  paypal_event_todo: 'intake/event',
  paypal_transaction: 'money/transaction',
  paypal_transaction_raw: 'money/transaction',
  permission: 'people/permission',
  permission_group: 'people/permission',
  phone_code: 'people/session',
  posting: 'money/ledger',
  recovery_code: 'people/secondFactor',
  refund: 'billing/refund',
  role: 'people/role',
  role_permission: 'people/role',
  rule: 'desk/rule',
  rule_bill: 'desk/rule',
  rule_run: 'desk/rule',
  schema_migration: 'lib',
  second_factor: 'people/secondFactor',
  session: 'people/session',
  sync_run: 'intake/reporting',
  ticket: 'lib',
  user_role: 'people/user',
}

export type Write = { table: string; file: string; line: number }

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** `update` also stands in `for update of`, `on conflict do update set` and in comments: a table's name never is one of these words. */
const notTables = 'set|of|skip|nowait|or|on|as|and|the|a|an|it|in|is|to|for|by'
const inSql = new RegExp(String.raw`\b(?:insert\s+into|update(?!\s+(?:${notTables})\b)|delete\s+from)\s+(?:only\s+)?([a-z_]+)`, 'g')
const inKysely = /\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g

/** The writes that stand in a file's SQL and Kysely calls. Comments are no code: a line that begins like one is passed over. */
export function readWrites(file: string, text: string): Write[] {
  const code = text.replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '')
  const at = (index: number) => code.slice(0, index).split('\n').length
  return [...code.matchAll(inSql), ...code.matchAll(inKysely)].map((match) => ({
    table: snake(match[1] as string),
    file,
    line: at(match.index),
  }))
}

export function foreignWrite({ table, file, line }: Write): string | undefined {
  const { floor, feature } = placeOf(file)
  const writer = floor === 'lib' ? 'lib' : `${floor}/${feature}`
  const owner = owners[table]
  if (owner === writer) return undefined
  return `${file}:${line} writes ${table}, ${owner ? `which is ${owner}'s` : 'which has no owner: see scripts/house/tables.ts'}`
}
