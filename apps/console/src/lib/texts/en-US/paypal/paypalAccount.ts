import { terms } from '@paydesk/contract/lib/termsEn'
import { accountStateWords } from '@paydesk/contract/paypal/accountWords'
import { textsOf } from '../../words.ts'
import type zh from '../../zh-CN/paypal/paypalAccount.ts'

const texts: Record<keyof typeof zh, string> = {
  'paypalAccount.connect': 'Connect account',
  'paypalAccount.archived.show': 'Show archived accounts',
  'paypalAccount.archived.hide': 'Back to accounts in use',
  'paypalAccount.none': 'No PayPal account is connected yet',
  'paypalAccount.none.description':
    'You can send and collect bills once an account is connected. Have the client ID and ' +
    'secret of an app at developer.paypal.com ready, then choose “Connect account”.',
  'paypalAccount.none.readOnly':
    'You can send and collect bills once an account is connected. Contact an administrator with the “Manage PayPal accounts” permission.',
  'paypalAccount.noneArchived': 'No archived accounts',

  'paypalAccount.environment': 'Environment',
  'paypalAccount.environment.sandbox': 'Sandbox',
  'paypalAccount.environment.live': 'Live',
  'paypalAccount.environment.sandbox.hint': 'Sandbox (testing, no real money)',
  'paypalAccount.environment.live.hint': 'Live (real money)',
  ...textsOf('paypalAccount.state', accountStateWords, 'en'),
  'paypalAccount.since': 'since',
  'paypalAccount.reason.notChecked':
    'The credentials are saved, but the first check with PayPal did not finish. Choose “Check now”.',
  'paypalAccount.reason.byPerson.paused':
    'Paused by {who}. No new bills go through this account; customers can still pay bills already sent.',
  'paypalAccount.reason.byPerson.archived': 'Archived by {who}.',
  'paypalAccount.reason.credentialsRefused':
    'PayPal no longer accepts this client ID and secret. Create a new secret in PayPal’s ' +
    'developer dashboard, then choose “Replace credentials”.',
  'paypalAccount.reason.missingInvoicing':
    'The app does not have the Invoicing feature, so it cannot send bills. Select it in ' +
    'PayPal’s developer dashboard, then choose “Check now”.',
  'paypalAccount.reason.lostInvoicing':
    'The app lost the Invoicing feature and can no longer send bills. Select it again in ' +
    'PayPal’s developer dashboard, then choose “Check now”.',
  'paypalAccount.reason.merchantTwice':
    'This is the same PayPal account as “{label}”. To avoid counting its money twice, ' +
    'Paydesk neither uses nor reads this one. Archive one of the two.',
  'paypalAccount.reason.merchantChanged':
    'PayPal reports that these credentials belong to another merchant ({label}). Paydesk ' +
    'neither uses nor reads this account. Find out who replaced the credentials, then choose ' +
    '“Replace credentials”.',
  'paypalAccount.reason.accountRestricted':
    'PayPal restricted this account from receiving money. See the Resolution Center on ' +
    'paypal.com. Once the restriction is lifted, choose “Resume”.',
  'paypalAccount.reason.accountClosed':
    'PayPal reports that this account is locked or closed. Contact PayPal.',
  'paypalAccount.reason.accountInvalid':
    'PayPal reports that this account is not in good standing. Check the reason on paypal.com. Once it is resolved, choose “Resume”.',
  'paypalAccount.reason.notPermitted':
    'PayPal refused this app’s calls because a permission is missing. Check the app’s ' +
    'features in PayPal’s developer dashboard, then choose “Resume”.',
  'paypalAccount.reason.other': 'This account is unavailable: {reason}',
  'paypalAccount.reason.said': 'PayPal’s message: {detail}',
  'paypalAccount.stopped.hint':
    'Until this is resolved, automatic routing does not move bills to other accounts. To send bills through other accounts, pause this one.',
  'paypalAccount.noCredentials':
    'This account has no credentials yet and is unavailable. Choose “Replace credentials” to enter its client ID and secret.',

  'paypalAccount.missing':
    'The app lacks these features. Select them under “Features” in PayPal’s developer dashboard, then choose “Check now”:',
  'paypalAccount.feature.invoicing': 'Invoicing',
  'paypalAccount.feature.invoicing.cost':
    'You cannot create or send bills; the account is unavailable.',
  'paypalAccount.feature.refund': 'Payments / Refund',
  'paypalAccount.feature.refund.cost': 'You cannot refund here, only on paypal.com.',
  'paypalAccount.feature.transactions': 'Transaction search',
  'paypalAccount.feature.transactions.cost':
    'You cannot see transactions, fees and net amounts, or reconcile.',
  'paypalAccount.feature.balances': 'Balances',
  'paypalAccount.feature.balances.cost': 'You cannot see or check the account’s balances.',
  'paypalAccount.feature.webhooks': 'Webhooks',
  'paypalAccount.feature.webhooks.cost':
    'Payments do not show immediately, only with the scheduled sync, up to about 30 minutes later.',
  'paypalAccount.feature.disputes': 'Disputes',
  'paypalAccount.feature.disputes.cost':
    'You cannot see buyers’ disputes and may miss their deadlines.',

  'paypalAccount.facts': 'Health',
  'paypalAccount.fact.token': terms.credentials,
  'paypalAccount.fact.token.ok': 'Accepted by PayPal',
  'paypalAccount.fact.webhook': 'Webhook',
  'paypalAccount.fact.webhook.ok': 'Registered',
  'paypalAccount.fact.webhook.notAllowed': 'The app does not have the Webhooks feature',
  'paypalAccount.fact.event': 'Last event',
  'paypalAccount.fact.event.ok': 'Received',
  'paypalAccount.fact.event.none': 'None received yet',
  'paypalAccount.fact.waiting': 'Events to verify',
  'paypalAccount.fact.waiting.none': 'None, all verified',
  'paypalAccount.fact.waiting.some':
    '{count, plural, one {# event} other {# events}}, oldest received',
  'paypalAccount.fact.waiting.many':
    '{count, plural, one {# event} other {# or more events}}, oldest received',
  'paypalAccount.fact.sweep': 'Last sync',
  'paypalAccount.fact.sweep.ok': 'Bills synced with PayPal',
  'paypalAccount.fact.sweep.none': 'Not synced yet',
  'paypalAccount.fact.operations': 'Operations in 24 hours',
  'paypalAccount.fact.operations.none': 'None',
  'paypalAccount.fact.operations.ok': '{total}, none failed',
  'paypalAccount.fact.operations.failed': '{total}, {failed} failed ({rate}%)',
  'paypalAccount.fact.operations.unknown':
    '{total}, {failed} failed ({rate}%), {unknown} results unknown',
  'paypalAccount.fact.calls': 'Requests in the last minute',
  'paypalAccount.fact.calls.none': 'None yet',
  'paypalAccount.fact.calls.ok': 'Within the limit',
  'paypalAccount.fact.calls.waiting': 'Queued; continues automatically',
  'paypalAccount.calls.reporting': 'Transactions and balances {used} of {limit}',
  'paypalAccount.calls.look': 'Other queries {used} of {limit}',
  'paypalAccount.calls.act': 'Actions {used} of {limit}',
  'paypalAccount.calls.until': 'queued until',
  'paypalAccount.fact.hold': 'PayPal requested a pause',
  'paypalAccount.fact.hold.until': 'Too many requests: no calls before',
  'paypalAccount.fact.never': 'Not checked yet',
  'paypalAccount.fact.failed': 'Failed: {why}',
  'paypalAccount.fact.lastOk': 'last OK',
  'paypalAccount.fact.old.minutes':
    'Not updated for more than {count, plural, one {# minute} other {# minutes}}',
  'paypalAccount.fact.old.days':
    'Not updated for more than {count, plural, one {# day} other {# days}}',
  'paypalAccount.failure.noAnswer': 'PayPal did not respond',
  'paypalAccount.failure.rateLimited': 'too many requests; PayPal requested a pause',
  'paypalAccount.failure.notAllowed': 'the app does not have this permission',
  'paypalAccount.failure.tooMany':
    'the app has reached PayPal’s maximum of 10 webhooks; delete unused ones in PayPal’s developer dashboard',
  'paypalAccount.failure.refused':
    'PayPal refused ({detail}). The address must be public and use https',
  'paypalAccount.failure.credentialsRefused': 'PayPal does not accept the client ID or secret',

  'paypalAccount.balances': 'Balances',
  'paypalAccount.balances.none': 'No balance read yet',
  'paypalAccount.balances.missing':
    'The app does not have the Balances feature, so you cannot see balances',
  'paypalAccount.balance.available': 'available',
  'paypalAccount.balance.withheld': 'held',
  'paypalAccount.age': '({age})',
  'paypalAccount.asOf': 'as of',

  'paypalAccount.limits': 'Limits',
  'paypalAccount.limits.none': 'No limits are set. You can send bills of any amount.',
  'paypalAccount.limits.perBill': 'Per bill',
  'paypalAccount.limits.from': 'from {min}',
  'paypalAccount.limits.to': 'up to {max}',
  'paypalAccount.limits.range': '{min} to {max}',
  'paypalAccount.limits.today': 'Today',
  'paypalAccount.limits.month': 'This month',
  'paypalAccount.limits.count': 'Bills today',
  'paypalAccount.limits.used': '{used} used of {limit}',
  'paypalAccount.usedToday': 'Sent today',

  'paypalAccount.detail.email': 'Receiving email',
  'paypalAccount.detail.merchant': 'Merchant ID',
  'paypalAccount.detail.client': 'Client ID',
  'paypalAccount.detail.secret': 'Secret',
  'paypalAccount.detail.secret.changed': 'replaced',
  'paypalAccount.detail.currencies': 'Accepted currencies',
  'paypalAccount.detail.currencies.any': 'any currency',
  'paypalAccount.detail.priority': 'Priority',

  'paypalAccount.label': 'Account name',
  'paypalAccount.label.required': 'Enter an account name',
  'paypalAccount.label.hint': 'The name colleagues see, such as “US main account”.',
  'paypalAccount.email': 'Receiving email',
  'paypalAccount.email.hint':
    'Optional, only for identification. PayPal does not show an app its account’s email.',
  'paypalAccount.email.invalid': 'Enter a valid email address',
  'paypalAccount.clientId': 'Client ID',
  'paypalAccount.clientId.required': 'Enter the client ID',
  'paypalAccount.clientId.invalid':
    'Invalid client ID. Copy it in full from PayPal’s developer dashboard',
  'paypalAccount.secret': 'Secret',
  'paypalAccount.secret.required': 'Enter the secret',
  'paypalAccount.secret.invalid':
    'Invalid secret. Copy it in full from PayPal’s developer dashboard',
  'paypalAccount.secret.hint':
    'Stored encrypted. Only the last 4 characters are shown afterwards; no one can view it again.',
  'paypalAccount.currencies': 'Accepted currencies',
  'paypalAccount.currencies.hint':
    'Leave empty for any. If the account holds no balance in a currency, PayPal converts at its own rate.',
  'paypalAccount.currencies.any': 'Any',
  'paypalAccount.priority': 'Priority',
  'paypalAccount.priority.hint': '1 to 1000. Automatic routing uses lower numbers first.',
  'paypalAccount.priority.required': 'Enter a priority',
  'paypalAccount.dailyCount': 'Daily bill limit',
  'paypalAccount.dailyCount.hint': 'For all currencies together. Leave empty for no limit.',
  'paypalAccount.limitLines': 'Amount limits',
  'paypalAccount.limitLines.hint':
    'Per currency. Leave empty for no limit. Days and months follow the company’s time zone.',
  'paypalAccount.limit.currency': 'Currency',
  'paypalAccount.limit.currency.required': 'Choose a currency',
  'paypalAccount.limit.currency.twice': 'Use one line per currency',
  'paypalAccount.limit.billMin': 'Minimum per bill',
  'paypalAccount.limit.billMax': 'Maximum per bill',
  'paypalAccount.limit.daily': 'Daily limit',
  'paypalAccount.limit.monthly': 'Monthly limit',
  'paypalAccount.limit.invalid': 'Enter a valid amount in this currency',
  'paypalAccount.limit.order': 'The maximum per bill cannot be less than the minimum',
  'paypalAccount.limit.add': 'Add currency',
  'paypalAccount.limit.remove': 'Remove line {line}',

  'paypalAccount.where': 'Where to find the client ID and secret',
  'paypalAccount.where.1':
    'Sign in to developer.paypal.com with the business account that receives the money, and open “Apps & Credentials”.',
  'paypalAccount.where.2':
    'Switch to Sandbox or Live at the top right. It must match the environment you choose below.',
  'paypalAccount.where.3':
    'Open an app (or create one), select Invoicing, Transaction search, Disputes and so on, and save.',
  'paypalAccount.where.4':
    'Copy the client ID and secret here. Paydesk verifies them immediately and registers the ' +
    'webhook automatically. You do not need to set anything else on PayPal.',
  'paypalAccount.connect.title': 'Connect PayPal account',
  'paypalAccount.connect.submit': 'Verify and connect',
  'paypalAccount.connected': 'Account connected',
  'paypalAccount.edit.title': 'Edit account: {label}',
  'paypalAccount.rotate': 'Replace credentials',
  'paypalAccount.rotate.title': 'Replace credentials: {label}',
  'paypalAccount.rotate.explain':
    'Paydesk verifies the new credentials with PayPal before it replaces the old ones. If verification fails, the old ones stay in use.',
  'paypalAccount.rotate.other':
    'If you switch to another app of the same merchant, bills sent by the old app no longer ' +
    'update in real time, only with the scheduled sync. Replacing only the secret does not ' +
    'affect this.',
  'paypalAccount.rotate.submit': 'Verify and replace',
  'paypalAccount.rotated': 'Credentials replaced',
  'paypalAccount.check': 'Check now',
  'paypalAccount.check.done': '“{label}” checked',
  'paypalAccount.resync': 'Sync bills with PayPal',
  'paypalAccount.resync.hint': 'Syncs all open bills of this account with PayPal now',
  'paypalAccount.resync.done': 'Syncing {count} bills',
  'paypalAccount.pause': 'Pause',
  'paypalAccount.pause.confirm': 'Pause account',
  'paypalAccount.pause.title': 'Pause “{label}”?',
  'paypalAccount.pause.effect':
    'No new bills go through this account. Bills already sent can still be paid and stay up to date. You can resume it at any time.',
  'paypalAccount.pause.done': '“{label}” paused',
  'paypalAccount.resume': 'Resume',
  'paypalAccount.resume.confirm': 'Resume account',
  'paypalAccount.resume.title': 'Resume “{label}”?',
  'paypalAccount.resume.effect':
    'Paydesk first checks credentials, features and status with PayPal, and resumes the account only if all of them are fine.',
  'paypalAccount.resume.done': '“{label}” resumed',
  'paypalAccount.archive': 'Archive',
  'paypalAccount.archive.confirm': 'Archive account',
  'paypalAccount.archive.title': 'Archive “{label}”?',
  'paypalAccount.archive.effect':
    'The account is no longer used. This deletes its webhook on PayPal and the stored ' +
    'secret, and cannot be undone (you can connect it again as a new account). All its bills ' +
    'are kept. You cannot archive it while bills are open.',
  'paypalAccount.archive.done': '“{label}” archived',
}
export default texts
