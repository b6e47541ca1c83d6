import type { Bill, BillRow } from '@paydesk/contract/billing/bill'
import {
  type BillAction,
  billActionAccess,
  waitsInQuarantine,
  whyNot,
} from '@paydesk/contract/billing/billStatus'
import { canAccess, type Holder } from '@paydesk/contract/lib/access'
import type { CurrentUser } from '@paydesk/contract/people/login'
import { userApi } from '@paydesk/contract/people/user'
import { heldOf } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'

/** The fields that an action needs of a bill; rows of the list and whole bills have them. */
export type ActionBill = Pick<
  BillRow & Bill,
  'id' | 'number' | 'status' | 'busy' | 'hasEmail' | 'payUrl' | 'overdue'
>

/** The actions that the console offers, in the order of the menu. */
export const offered = [
  'copyLink',
  'remind',
  'send',
  'edit',
  'recordPayment',
  'refund',
  'duplicate',
  'pdf',
  'reassign',
  'resync',
  'writeOff',
  'cancel',
] as const satisfies readonly BillAction[]
export type Offered = (typeof offered)[number]
export const irreversible: readonly Offered[] = ['writeOff', 'cancel']

export type Doer = Holder & Pick<CurrentUser, 'quarantined'>

/** Why this person cannot do this now, in words; undefined if they can. */
export function refusalOf(action: Offered, bill: ActionBill, user: Doer): string | undefined {
  if (!canAccess(user, billActionAccess[action])) return t('bill.refusal.permission')
  const why = whyNot(action, bill)
  if (why === 'noEmail') return t('bill.refusal.noEmail')
  if (why === 'busy') return t('bill.refusal.busy')
  if (why === 'status')
    return t('bill.refusal.status', {
      status: t(`bill.status.${bill.status}`),
      action: t(`bill.action.${action}`),
    })
  if (action === 'copyLink' && !bill.payUrl) return t('bill.refusal.noLink')
  // The dialog reads the possible new owners from the user tree.
  if (action === 'reassign' && !canAccess(user, userApi.tree.permission))
    return t('bill.refusal.noPeople')
  return waitsInQuarantine(action, bill) ? heldOf(user) : undefined
}
