import type { MatchState, TransactionRow } from '@paydesk/contract/money/transaction'
import { hasText, type TextKey, t } from '../../lib/i18n.ts'
import type { Tone } from '../../ui/StatusTag.tsx'

type Kind = Pick<TransactionRow, 'eventCode' | 'class'>

/**
 * Names a row in plain words: by its own code if there is a text for it, otherwise by its
 * class in the books.
 */
export function kindText({ eventCode, class: kind }: Kind): string {
  const key = `money.code.${eventCode}`
  // PayPal uses most payment codes in both directions, so a sent payment is named by its class.
  return hasText(key) && kind !== 'paymentSent' ? t(key) : t(`money.class.${kind}`)
}

/** Why the transaction is pending, and what to do about it. */
export function pendingText(reason: string): { why: string; todo: string } {
  const key = `money.pending.${reason}`
  const known = hasText(key) ? reason : 'OTHER'
  return {
    why: t(`money.pending.${known}` as TextKey),
    todo: t(`money.pending.${known}.do` as TextKey),
  }
}

export const statusTones: Record<TransactionRow['status'], Tone> = {
  S: 'green',
  P: 'amber',
  D: 'struck',
  V: 'grey',
}

export const matchTones: Record<MatchState, Tone> = {
  notNeeded: 'grey',
  unmatched: 'amber',
  auto: 'green',
  manual: 'darkBlue',
  ignored: 'grey',
}
