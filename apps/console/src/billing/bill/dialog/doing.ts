import type { Bill } from '@paydesk/contract/billing/bill'

/** Actions that only need a confirmation. */
export type SimpleName = 'remind' | 'cancel' | 'writeOff'
export type SendBy = 'email' | 'link'
/** The action that someone is about to take on a bill. */
export type Doing = { id: string } & (
  | { action: SimpleName | 'recordPayment' | 'reassign' | 'refund' }
  | { action: 'send'; by?: SendBy }
)

export type DialogProps = { bill: Bill; onClosed: () => void }
