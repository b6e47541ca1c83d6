import type { PaypalAccount } from '@paydesk/contract/paypal/paypalAccount'

/** Actions that need a yes and nothing else. */
export type SimpleName = 'pause' | 'resume' | 'archive'

/** What someone is about to do on the page. */
export type Doing =
  | { what: 'connect' }
  | { what: 'statement'; account: Pick<PaypalAccount, 'id' | 'label'> }
  | { what: 'edit' | 'rotate' | SimpleName; account: PaypalAccount }

export type DialogProps = { onChanged: () => void; onClosed: () => void }
