import type { Finding } from '@paydesk/contract/desk/quarantine'
import type { Currency } from '@paydesk/contract/lib/money'
import { formatMoney } from '../../lib/format.ts'
import { hasText, locale, t } from '../../lib/i18n.ts'

/** What PayPal did, or what became of it here, in one sentence. */
export function whatOf({ kind, facts }: Finding): string {
  const words = sentenceOf(kind, facts)
  return facts.overtaken ? `${words} ${t('quarantine.what.overtaken')}` : words
}

function sentenceOf(kind: Finding['kind'], facts: Finding['facts']): string {
  const is = String(facts.is ?? '')
  const atPaypal = worded('quarantine.invoice', is)
  switch (kind) {
    case 'adopted':
      return differs(facts)
        ? t('quarantine.what.adopted.differs', {
            was: money(facts, 'wasTotalMinor'),
            is: money(facts, 'totalMinor'),
          })
        : t('quarantine.what.adopted', { was: worded('bill.status', facts.was), is: atPaypal })
    case 'elsewhere':
      return facts.recipient
        ? t('quarantine.what.elsewhere', { is: atPaypal, recipient: String(facts.recipient) })
        : t('quarantine.what.elsewhere.nobody', { is: atPaypal })
    case 'changed':
      return changedWords(facts)
    case 'refund':
      return t('quarantine.what.refund', {
        bill: String(facts.bill ?? '—'),
        is: worded('bill.refund.state', is),
      })
    case 'dispute':
      return t('quarantine.what.dispute', { is: worded('bill.disputeStatus', is) })
    case 'operation':
      return t('quarantine.what.operation', {
        call: worded('operation.kind', facts.call),
        is: worded('operation.state', is),
      })
    case 'waiting':
      return t('quarantine.what.waiting', { call: worded('operation.kind', facts.call) })
    case 'numbers':
      return t('quarantine.what.numbers', { last: String(facts.last ?? '') })
    case 'approval':
      return t(
        is === 'waiting' ? 'quarantine.what.approval.open' : 'quarantine.what.approval.made',
        { by: String(facts.by ?? '') },
      )
    case 'unreadable':
      return unreadableWords(String(facts.why ?? ''))
    case 'message':
      return t('quarantine.what.message', { channel: worded('quarantine.channel', facts.channel) })
    default:
      return t('quarantine.what.superseded')
  }
}

function changedWords(facts: Finding['facts']): string {
  const is = worded('bill.status', facts.is)
  const status = facts.was
    ? t('quarantine.what.changed', { was: worded('bill.status', facts.was), is })
    : is
  const [paid, refunded] = [amountOf(facts, 'paidMinor'), amountOf(facts, 'refundedMinor')]
  return [
    status,
    paid && t('quarantine.what.paid', { amount: money(facts, 'paidMinor') }),
    refunded && t('quarantine.what.refunded', { amount: money(facts, 'refundedMinor') }),
  ]
    .filter(Boolean)
    .join(t('quarantine.what.and'))
}

/** A bill or a refund has a sentence of its own; else it is the whole account. */
function unreadableWords(why: string): string {
  const own = `quarantine.what.unreadable.${why}`
  return hasText(own) ? t(own) : t('quarantine.what.unreadable', { why })
}

const amountOf = (facts: Finding['facts'], name: string) =>
  typeof facts[name] === 'number' ? facts[name] : 0
const money = (facts: Finding['facts'], name: string) =>
  formatMoney(
    { amountMinor: amountOf(facts, name), currency: String(facts.currency) as Currency },
    locale,
  )
const differs = ({ wasTotalMinor, totalMinor }: Finding['facts']) =>
  typeof wasTotalMinor === 'number' && wasTotalMinor !== totalMinor

/** The word for a value that comes from data; the value itself where there is none. */
function worded(of: string, value: unknown): string {
  const key = `${of}.${String(value)}`
  return hasText(key) ? t(key) : String(value ?? '')
}
