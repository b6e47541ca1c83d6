import type { Bill } from '@paydesk/contract/billing/bill'

/** Actions that need a yes and nothing else. */
export type SimpleName = 'remind' | 'cancel' | 'writeOff'
export type SendBy = 'email' | 'link'
/** What someone is about to do to a bill. */
export type Doing = { id: string } & ({ action: SimpleName | 'recordPayment' | 'reassign' | 'refund' } | { action: 'send'; by?: SendBy })

export type DialogProps = { bill: Bill; onClosed: () => void }
