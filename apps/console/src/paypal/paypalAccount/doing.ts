import type { PaypalAccount } from '@paydesk/contract/paypal/paypalAccount'

/** Actions that only need a confirmation. */
export type SimpleName = 'pause' | 'resume' | 'archive'

/** The action that someone is about to take on the page. */
export type Doing =
  | { what: 'connect' }
  | { what: 'statement'; account: Pick<PaypalAccount, 'id' | 'label'> }
  | { what: 'edit' | 'rotate' | SimpleName; account: PaypalAccount }

export type DialogProps = { onChanged: () => void; onClosed: () => void }
