import { approvalKinds, approvalStates } from '@paydesk/contract/billing/approval'
import { entrySources } from '@paydesk/contract/billing/billEntry'
import { billTerms } from '@paydesk/contract/billing/billInput'
import { backKinds } from '@paydesk/contract/billing/billMoney'
import {
  billStatuses,
  openStatuses,
  payableStatuses,
  watchedStatuses,
} from '@paydesk/contract/billing/billStatus'
import { evidenceFileTypes } from '@paydesk/contract/billing/dispute'
import { Refund, refundKinds, refundStates } from '@paydesk/contract/billing/refund'
import { ComparedAccount, findingStates } from '@paydesk/contract/desk/quarantine'
import { RuleRun, ruleTemplates, ruleTypes } from '@paydesk/contract/desk/rule'
import { alarmKinds, eventOutcomes } from '@paydesk/contract/intake/event'
import { MoneySource } from '@paydesk/contract/lib/money'
import { Language } from '@paydesk/contract/lib/record'
import {
  books,
  journalKinds,
  matchRules,
  matchStates,
  rowDoubts,
  SyncRun,
  settledStatuses,
  Transaction,
  transactionStatuses,
  unusualMatchStates,
} from '@paydesk/contract/money/transaction'
import {
  earlyClasses,
  explainedClasses,
  followingClasses,
  transactionClasses,
} from '@paydesk/contract/money/transactionCode'
import { MailboxMessage } from '@paydesk/contract/office/mailbox'
import {
  openOperationStates,
  operationKinds,
  operationStates,
} from '@paydesk/contract/paypal/operation'
import { callKinds } from '@paydesk/contract/paypal/paypalAccount'
import {
  accountEnvironments,
  accountStates,
  usedStates,
} from '@paydesk/contract/paypal/paypalAccountState'
import { avatarTypes } from '@paydesk/contract/people/account'
import { companyStatuses } from '@paydesk/contract/people/company'
import { limitChangeStates } from '@paydesk/contract/people/limitChange'
import { Notice } from '@paydesk/contract/people/notice'
import { problemKinds } from '@paydesk/contract/people/problemNotice'
import { userStatuses } from '@paydesk/contract/people/user'
import { callKinds as clientKinds } from '@paydesk/paypal/operation'
import { expect, test } from 'vitest'
import { testApp } from '../test/testApp.ts'

const t = testApp()

/**
 * What a column may hold: SQL's check, and the contract's list. `only`: the contract does not
 * know these words.
 */
const columns: Record<string, readonly string[] | { only: string }> = {
  'app_user.locale': Language.options,
  'app_user.status': userStatuses,
  'approval.kind': approvalKinds,
  'approval.state': approvalStates,
  'avatar.type': avatarTypes,
  'bill.status': billStatuses,
  'bill.term': billTerms,
  'bill_back.kind': backKinds,
  'bill_entry.source': entrySources,
  'bill_figure.kind': { only: 'figures are added up in SQL alone' },
  'bill_payment.source': MoneySource.options,
  'bill_refund.source': MoneySource.options,
  'company.status': companyStatuses,
  'customer_alias.source': { only: 'kept for whoever looks into the table' },
  'dev_mailbox.channel': MailboxMessage.shape.channel.options,
  'dispute_file.type': evidenceFileTypes,
  'journal.kind': journalKinds,
  'limit_change.state': limitChangeStates,
  'match_line.rule': matchRules,
  'message.channel': MailboxMessage.shape.channel.options,
  'message.language': Language.options,
  'notice.kind': Notice.options.map(({ shape }) => shape.kind.value),
  'notice_delivery.channel': { only: 'the worker’s own ways' },
  'operation.kind': operationKinds,
  'operation.state': operationStates,
  'paypal_account.environment': accountEnvironments,
  'paypal_account.state': accountStates,
  'paypal_alarm.kind': alarmKinds,
  'paypal_account_allowance.kind': callKinds,
  'paypal_address_allowance.kind': clientKinds,
  'paypal_event_outcome.outcome': eventOutcomes.filter((outcome) => outcome !== 'waiting'),
  'quarantine_account.stage': ComparedAccount.shape.stage.options.filter(
    (stage) => stage !== 'none',
  ),
  'quarantine_finding.state': findingStates,
  'verification.verifier': { only: 'the two verifiers, told as metrics' },
  'paypal_transaction.class': transactionClasses,
  'paypal_transaction.first_seen_via': Transaction.shape.firstSeenVia.options,
  'paypal_transaction.match_state': matchStates,
  'paypal_transaction.status': transactionStatuses,
  'posting.book': books,
  'problem.kind': problemKinds,
  'refund.kind': refundKinds,
  'refund.origin': Refund.shape.origin.options,
  'refund.settled': Refund.shape.settled.unwrap().options,
  'refund.state': refundStates,
  'row_set_aside.why': rowDoubts,
  'rule.template': ruleTemplates,
  'rule.type': ruleTypes,
  'rule_run.state': RuleRun.shape.state.options,
  'sync_run.kind': SyncRun.shape.kind.options,
  'sync_run.state': SyncRun.shape.state.options,
}

/** Lists within conditions: of an index, a constraint about more than one column, or a function. */
const conditions: Record<string, readonly string[] | { only: string; list: string[] }> = {
  'accounts_to_sync: state': usedStates,
  'accounts_to_sync: state_reason': {
    only: 'whose rows are another’s',
    list: ['merchantTwice', 'merchantChanged'],
  },
  'limit_change_by_another: state': { only: 'who decides', list: ['approved', 'rejected'] },
  'approval_by_another: state': { only: 'who decides', list: ['approved', 'rejected'] },
  'bill_due: status': payableStatuses,
  'audit_is_security: action': {
    only: 'what changes how someone signs in or what they may do',
    list: [
      ...[
        'changePassword',
        'resetPassword',
        'enableSecondFactor',
        'disableSecondFactor',
        'resetSecondFactor',
      ],
      ...['renewRecoveryCodes', 'useRecoveryCode'],
      ...['addPasskey', 'removePasskey', 'bindIdentity', 'unbindIdentity', 'setRoles'],
    ]
      .map((verb) => `user.${verb}`)
      .concat('role.create', 'role.update', 'role.delete'),
  },
  'bill_figure_of: status': [...openStatuses, 'sendFailed'],
  'bill_unseen: status': watchedStatuses,
  'books_of: class': {
    only: 'all that explain themselves but fees, which have a book of their own',
    list: ['hold', 'transfer', 'conversion'],
  },
  'books_of: class (2)': explainedClasses,
  'books_of: status': settledStatuses,
  'companies_to_remind: status': settledStatuses,
  'early_sums: class': earlyClasses,
  'early_sums: status': settledStatuses,
  'elsewhere_lines: rule': { only: 'matches that nobody has judged', list: ['alias', 'number'] },
  'elsewhere_lines: status': settledStatuses,
  'elsewhere_of_rows: status': settledStatuses,
  'follow_journals: book': { only: 'what PayPal holds for us', list: ['balance', 'withheld'] },
  'follows: class': followingClasses,
  'is_from_elsewhere: rule': {
    only: 'all but those of PayPal’s own invoice',
    list: ['number', 'alias', 'reference', 'manual'],
  },
  'moved_at_of: status': settledStatuses,
  'operation_open: state': openOperationStates,
  'paypal_accounts_in_use: state': usedStates,
  'paypal_transaction_doubt: status': settledStatuses,
  'paypal_transaction_unmatched: status': settledStatuses,
  'paypal_transaction_unusual: match_state': unusualMatchStates,
  'post_rows: book': { only: 'what PayPal holds for us', list: ['balance', 'withheld'] },
  'post_rows: kind': { only: 'journals that move money', list: ['row', 'change'] },
  'post_rows: status': settledStatuses,
  'recordable_lines: class': {
    only: 'what takes nothing back from a payment',
    list: ['fee', 'hold', 'conversion'],
  },
  'recordable_lines: status': payableStatuses,
  'recordable_lines: status (2)': {
    only: 'what has taken money back or may',
    list: [...settledStatuses, 'P'],
  },
  'recount_back: state': {
    only: 'refunds that an invoice may list',
    list: ['sending', 'pending', 'completed'],
  },
  'recount_back: status': settledStatuses,
  'recount_rows: class': { only: 'what goes back', list: ['refund', 'reversal', 'chargeback'] },
  'recount_rows: status': settledStatuses,
  'table_sizes: nspname': { only: 'our tables and the job engine’s', list: ['public', 'pgboss'] },
  'watch_operations: state': openOperationStates,
  'watch_reading: state_reason': {
    only: 'whose rows are another’s',
    list: ['merchantTwice', 'merchantChanged'],
  },
  'refund_open: state': { only: 'what the refunds’ job looks for', list: ['sending', 'pending'] },
}

const wordsOf = (text: string) => [...text.matchAll(/'([^']*)'/g)].map(([, word]) => word as string)

async function columnLists(): Promise<Record<string, string[]>> {
  const rows = await t.owner<{ name: string; text: string }>(`
    select conrelid::regclass || '.' || attname as name, pg_get_constraintdef(k.oid) as text
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and array[a.attnum] = k.conkey
    where contype = 'c'
      and k.connamespace = 'public'::regnamespace
      and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\['`)
  return Object.fromEntries(rows.map(({ name, text }) => [name, wordsOf(text)]))
}

/**
 * Every `x in ('a', 'b')`, by the name of where it stands and its column. Another list of the same
 * column there is numbered.
 */
async function conditionLists(): Promise<Record<string, string[]>> {
  const rows = await t.owner<{ name: string; text: string }>(`
    select indexrelid::regclass::text as name, pg_get_expr(indpred, indrelid) as text
    from pg_index
    join pg_class c on c.oid = indexrelid
    where indpred is not null and c.relnamespace = 'public'::regnamespace
    union all
    select conname, pg_get_constraintdef(oid) from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace and cardinality(conkey) > 1
    union all
    select polname || ' of ' || polrelid::regclass,
      concat(pg_get_expr(polqual, polrelid), ' ', pg_get_expr(polwithcheck, polrelid))
    from pg_policy
    union all
    select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`)
  const found: Record<string, string[]> = {}
  for (const { name, text } of rows)
    for (const [, column, , list] of text.matchAll(
      /(\w+) (?:not )?(in|= ANY|<> ALL) \((?:ARRAY\[)?('[^)\]]*)/gi,
    )) {
      const words = wordsOf(list as string)
      let key = `${name}: ${column}`
      for (let n = 2; !same(found[key] ?? words, words); n++) key = `${name}: ${column} (${n})`
      found[key] = words
    }
  return found
}

const same = (a: readonly string[], b: readonly string[]) =>
  [...a].sort().join() === [...b].sort().join()

const sorted = (lists: Record<string, readonly string[]>) =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list].sort()]))

/** Ours as SQL should have them; where the contract has no list, whatever SQL says. */
const columnsBeside = (found: Record<string, string[]>) =>
  sorted(
    Object.fromEntries(
      Object.entries(columns).map(([name, list]) => [
        name,
        'only' in list ? (found[name] ?? []) : list,
      ]),
    ),
  )
const expectedConditions = sorted(
  Object.fromEntries(
    Object.entries(conditions).map(([name, list]) => [name, 'only' in list ? list.list : list]),
  ),
)

test('what a column may hold is what the contract says', async () => {
  const found = await columnLists()
  expect(sorted(found)).toEqual(columnsBeside(found))
})

test('lists within SQL’s conditions are the contract’s', async () => {
  expect(sorted(await conditionLists())).toEqual(expectedConditions)
})

test('a word too many in a check, an index or a function is seen', async () => {
  await t.owner(
    `alter table company drop constraint company_status_check,
       add constraint company_status_check check (status in ('active', 'gone'))`,
  )
  expect((await columnLists())['company.status']).toEqual(['active', 'gone'])
  const found = await columnLists()
  expect(sorted(found)).not.toEqual(columnsBeside(found))
  await t.owner(`create index planted on bill (company_id) where status in ('sent', 'paid')`)
  await t.owner(
    `create function planted_too(status text) returns boolean language sql as $$ select status not in ('S', 'P') $$`,
  )
  await t.owner(`create policy planted on bill using (status in ('draft', 'sent'))`)
  expect(await conditionLists()).toMatchObject({
    'planted: status': ['sent', 'paid'],
    'planted_too: status': ['S', 'P'],
    'planted of bill: status': ['draft', 'sent'],
  })
})
