export interface Account {
  id: string
  name: string
  email: string
  country: string
  primaryCurrency: string
  /** Currencies with a balance of their own; others are converted or wait, as `notHeld` says. */
  held: string[]
  notHeld: 'convert' | 'pending'
  feePercent: number
  feeFixed: number
  /** restricted and closed are PayPal's answers to a limited account (F16). */
  state: 'active' | 'restricted' | 'closed' | 'invalid'
  /** May a refund overdraw the balance (taken from the bank)? */
  refundFromBank: boolean
  /** Is the share of the fee given back with a refund (T1109) and with a reversal (T1108)? */
  returnsFees: boolean
  createdAt: number
}

export interface App {
  id: string
  accountId: string
  clientId: string
  secret: string
  name: string
  scopes: string[]
  /** From when on Transaction Search, once ticked, really answers. */
  reportingFrom?: number
}

export interface TokenRecord {
  token: string
  appId: string
  scopes: string[]
  nonce: string
  issuedAt: number
  expiresAt: number
}
