import { terms } from '@paydesk/contract/lib/termsEn'
import type zh from '../../zh-CN/people/companySetting.ts'

const texts: Record<keyof typeof zh, string> = {
  'setting.failed': 'The business settings failed to load',
  'setting.updated': 'Last changed by {name},',
  'setting.never': 'Never changed; all values are defaults',
  'setting.yes': 'Yes',
  'setting.no': 'No',
  'setting.none': 'None',
  'setting.add': 'Add a line',
  'setting.remove': 'Remove line {line}',
  'setting.required': 'Enter a value',
  'setting.days': 'days',
  'setting.hours': 'hours',

  'setting.billing': 'Billing',
  'setting.billing.numberFormat': 'Bill number format',
  'setting.billing.numberFormat.required': 'Enter a bill number format',
  'setting.billing.numberFormat.hint':
    "Use '{code}' company code, '{yyyy}' '{yy}' year, '{mm}' month, '{dd}' day and, required, '{seq}' the counter. Example: {sample}",
  'setting.billing.numberFormat.characters':
    'Use only letters, digits, hyphens and the codes above',
  'setting.billing.numberFormat.seq': 'Include the sequence code exactly once',
  'setting.billing.numberFormat.long':
    'Numbers could reach {length} characters, more than PayPal’s limit of {max}',
  'setting.billing.numberDigits': 'Sequence digits',
  'setting.billing.allowedCurrencies': 'Allowed currencies',
  'setting.billing.allowedCurrencies.required': 'Choose at least one currency',
  'setting.billing.defaultCurrency': 'Default currency',
  'setting.billing.defaultCurrency.outside': 'The default must be one of the allowed currencies',
  'setting.billing.paymentTermDays': terms.paymentTerm,
  'setting.billing.paymentTermDays.hint':
    'Days until a bill is due after it is sent; 0 means due on receipt.',
  'setting.billing.note': 'Default note to customer',
  'setting.billing.note.hint': 'Shown on the bill, visible to the customer.',
  'setting.billing.terms': 'Default terms and conditions',
  'setting.billing.allowPartialPayment': 'Allow partial payments',

  'setting.rules': 'Rules',

  'setting.routing': 'Account routing',
  'setting.routing.mode': 'Routing mode',
  'setting.routing.manual': 'Manual: the operator chooses the PayPal account',
  'setting.routing.automatic':
    'Automatic: the first account by priority whose limits allow the bill',
  'setting.routing.allowOverride': 'Operators can choose another account',
  'setting.routing.allowOverride.hint': 'Applies to automatic routing only.',

  'setting.approval': 'Approval',
  'setting.approval.refundThresholds': 'Refund approval amounts',
  'setting.approval.hint':
    'Once the refunds of one bill add up to this amount, a second person must approve. In a ' +
    'currency that is not listed, every refund needs a second person.',

  'setting.reconciliation': 'Reconciliation',
  'setting.reconciliation.tolerancePercent': 'Match tolerance',
  'setting.reconciliation.tolerancePercent.hint':
    'Payments that differ from the bill by no more than this percentage still match automatically; 0 to 10.',
  'setting.reconciliation.slaHours': 'Time limit',
  'setting.reconciliation.slaHours.hint':
    'A payment that stays unmatched longer than this is overdue.',
  'setting.reconciliation.recordMatches': 'Record on the PayPal invoice automatically',
  'setting.reconciliation.recordMatches.hint':
    'When a customer pays directly and names the bill number, Paydesk records the payment on ' +
    'the PayPal invoice, so that no one pays twice. Payments matched only by payer need ' +
    'confirmation first.',

  'setting.retention': 'Retention',
  'setting.retention.eventDays': 'Keep the originals of PayPal events for',
  'setting.retention.eventDays.hint':
    '90 to 3650 days. Originals are deleted by whole months, so each is kept for up to a month longer. What is deleted cannot be restored.',
  'setting.retention.always':
    'Bills and their timelines, transactions, the ledger and the audit log are always kept.',

  'setting.security': 'Security',
  'setting.security.sessionIdleHours': 'Sign out after inactivity',
  'setting.security.sessionIdleHours.long': 'Cannot exceed the maximum session length',
  'setting.security.sessionAbsoluteHours': 'Maximum session length',
  'setting.security.rememberDays': '“Remember me” duration',
  'setting.security.rememberDays.hint': '0 turns “Remember me” off for this company.',
  'setting.security.secondFactorRequired': 'Require two-step verification',
  'setting.security.secondFactorRequired.hint':
    'Users who have not set it up must do so at their next sign-in.',

  'setting.notifications': 'Notifications',
  'setting.notifications.emails': 'Notification emails',
  'setting.notifications.emails.hint': 'Press Enter after each address. Up to 20.',
  'setting.notifications.emails.invalid': 'Invalid email address: {email}',
  'setting.notifications.webhooks': 'Team-chat bots',
  'setting.notifications.webhooks.hint':
    'Paydesk sends messages to these DingTalk, WeCom or Feishu groups. If a DingTalk bot ' +
    'requires a keyword, enter 收款管理 (Paydesk for messages in English).',
  'setting.notifications.kinds': 'Notify about',
  'setting.notifications.kinds.hint':
    'Sent to the addresses and groups below. Every user can also choose their own notices in personal settings.',
  'setting.notifications.language': 'Message language',
  'setting.notifications.quiet.hint':
    'Nothing is sent during these hours (company time zone); messages are sent afterwards.',
  'setting.notifications.url.kept': 'Saved (ends in {last4}); leave empty to keep it',
  'setting.notifications.secret': 'Signing secret (optional)',
  'setting.notifications.secret.kept': 'Signing secret saved; leave empty to keep it',
  'setting.notifications.sentAt': 'Last sent',
  'setting.notifications.failedAt': 'Failed',
  'setting.notifications.neverSent': 'No message sent yet',
  'setting.notifications.test': 'Send test message',
  'setting.notifications.kind': 'Platform',
  'setting.notifications.dingtalk': 'DingTalk',
  'setting.notifications.wecom': 'WeCom',
  'setting.notifications.feishu': 'Feishu',
  'setting.notifications.name': 'Name',
  'setting.notifications.url': 'Webhook address',
  'setting.notifications.url.invalid': 'Enter an https address of this platform ({hosts})',
  'setting.notifications.enabled': 'Enabled',
}
export default texts
