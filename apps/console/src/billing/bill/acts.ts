import { billActionAccess } from '@paydesk/contract/billing/billStatus'
import { canAccess } from '@paydesk/contract/lib/access'
import { t } from '../../lib/i18n.ts'
import type { Act, Refused } from '../../ui/workspace/act.ts'
import {
  type ActionBill,
  type Doer,
  irreversible,
  type Offered,
  offered,
  refusalOf,
} from './refusal.ts'

/**
 * What is most likely done next with a bill in this state; the first that this person can do
 * counts.
 */
function likelyOf({ status, overdue }: ActionBill): readonly Offered[] {
  switch (status) {
    case 'draft':
    case 'scheduled':
      return ['send', 'edit']
    case 'sendFailed':
      return ['edit', 'send']
    case 'sent':
    case 'partiallyPaid':
      return overdue ? ['remind', 'copyLink'] : ['copyLink', 'remind']
    case 'paymentPending':
      return ['copyLink', 'resync']
    case 'paid':
    case 'partiallyRefunded':
      return ['refund', 'duplicate']
    default:
      return ['duplicate']
  }
}

const shortcuts: Partial<Record<Offered, string>> = {
  send: 's',
  edit: 'e',
  copyLink: 'c',
  remind: 'r',
  recordPayment: 'p',
  refund: 'f',
  duplicate: 'd',
}

/** What this person can do with the bill now, the likely act first. */
export function possibleOf(bill: ActionBill, user: Doer): Offered[] {
  const likely = likelyOf(bill)
  return [...likely, ...offered.filter((action) => !likely.includes(action))].filter(
    (action) => refusalOf(action, bill, user) === undefined,
  )
}

/** What only the quarantine keeps from being done stays in view. */
export const actsOf = (bill: ActionBill, user: Doer, onDo: (action: Offered) => void): Act[] =>
  possibleOf(bill, { ...user, quarantined: false }).map((action) => ({
    key: action,
    label: t(`bill.action.${action}`),
    onClick: () => onDo(action),
    danger: irreversible.includes(action),
    held: refusalOf(action, bill, user),
    ...(shortcuts[action] && { shortcut: shortcuts[action] }),
  }))

/**
 * What this person does with other bills and cannot do with this one. What they may never do is
 * nothing to explain here.
 */
export const refusedOf = (bill: ActionBill, user: Doer): Refused[] =>
  offered.flatMap((action) => {
    const reason = canAccess(user, billActionAccess[action])
      ? refusalOf(action, bill, user)
      : undefined
    return reason ? [{ key: action, label: t(`bill.action.${action}`), reason }] : []
  })

/**
 * Giving money back is never what the screen urges, nor a file for those who can do nothing else.
 */
export const isUrged = (acts: readonly Act[]) => acts[0]?.key !== 'refund' && acts[0]?.key !== 'pdf'
