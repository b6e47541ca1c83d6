import type { BillEntry } from '@paydesk/contract/billing/billEntry'
import { billStatuses } from '@paydesk/contract/billing/billStatus'
import { type Currency, currencies } from '@paydesk/contract/lib/money'
import { formatMoney } from '../../../lib/format.ts'
import { hasText, locale, t } from '../../../lib/i18n.ts'
import { failureWords } from '../failure.ts'

type Words = { what: string; detail?: string | undefined }

/**
 * Words an entry of the timeline in the reader's language. The entry's data has no fixed shape:
 * entries of an older or newer release must stay readable.
 */
export function entryWords({ kind, data }: BillEntry, billCurrency: Currency): Words {
  const operation = operationText(data.operation)
  const amount = amountText(data, billCurrency)
  switch (kind) {
    case 'note':
      return { what: t('bill.entry.note'), detail: text(data.text) }
    case 'send':
      return { what: t(data.by === 'link' ? 'bill.entry.send.link' : 'bill.entry.send') }
    case 'operationDone': {
      const done = `bill.entry.done.${String(data.operation)}`
      return {
        what: hasText(done) ? t(done) : t('bill.entry.operationDone', { operation }),
        detail: text(data.detail),
      }
    }
    case 'operationUnknown':
      return { what: t(`bill.entry.${kind}`, { operation }), detail: text(data.detail) }
    case 'operationRefused':
      return { what: t('bill.entry.operationRefused', { operation }), detail: refusalText(data) }
    case 'statusChanged':
      return {
        what: t('bill.entry.statusChanged', {
          from: statusText(data.from),
          to: statusText(data.to),
        }),
      }
    case 'paymentReceived':
      return {
        what: t(
          data.pending === true
            ? 'bill.entry.paymentReceived.pending'
            : 'bill.entry.paymentReceived',
          { amount },
        ),
      }
    case 'refundAsked':
      return {
        what: t(
          data.approval === true ? 'bill.entry.refundAsked.approval' : 'bill.entry.refundAsked',
          { amount },
        ),
        detail: text(data.reason),
      }
    case 'disputeOpened':
    case 'disputeChanged':
      return {
        what: t(`bill.entry.${kind}`, { status: codeText('bill.disputeStatus', data.status) }),
        detail: codeText('bill.disputeReason', data.reason),
      }
    case 'refundApproved':
    case 'refundRejected':
    case 'refundWithdrawn':
    case 'refundFailed':
    case 'settleAsked':
    case 'settleApproved':
    case 'settleRejected':
    case 'settleWithdrawn':
    case 'settleContradicted':
    case 'currencyChanged':
    case 'paymentReversed':
    case 'recordPayment':
    case 'refundMade':
    case 'matched':
    case 'unmatched':
      return {
        what: t(`bill.entry.${kind}`, { amount }),
        detail: text(data.text) ?? text(data.note),
      }
    case 'reassign':
      return {
        what: t('bill.entry.reassign', { from: text(data.from) ?? '', to: text(data.to) ?? '' }),
      }
    case 'duplicate':
      return {
        what: t('bill.entry.duplicate', { number: text(data.number) ?? text(data.from) ?? '' }),
      }
    default:
      return { what: t(`bill.entry.${kind}`), detail: text(data.text) }
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const operationText = (value: unknown) => {
  const key = `bill.operationName.${String(value)}`
  return hasText(key) ? t(key) : String(value ?? '')
}

/** Falls back to PayPal's own word where we have none. */
const codeText = (prefix: string, value: unknown) => {
  const key = `${prefix}.${String(value)}`
  return hasText(key) ? t(key) : String(value ?? '')
}

const statusText = (value: unknown) => {
  const status = billStatuses.find((one) => one === value)
  return status ? t(`bill.status.${status}`) : String(value ?? '')
}

function amountText({ amountMinor, currency }: Record<string, unknown>, billCurrency: Currency) {
  if (typeof amountMinor !== 'number') return ''
  return formatMoney(
    { amountMinor, currency: currencies.find((one) => one === currency) ?? billCurrency },
    locale,
  )
}

function refusalText({ code, detail }: Record<string, unknown>) {
  return [failureWords(String(code ?? '')).reason, text(detail)].filter(Boolean).join(' ')
}
