export const accountEnvironments = ['sandbox', 'live'] as const

export const accountStates = ['active', 'paused', 'limited', 'disconnected', 'archived'] as const
export type AccountState = (typeof accountStates)[number]

/** All but archived: the account's events, balances and transactions are still ours to read. */
export const usedStates = [
  'active',
  'paused',
  'limited',
  'disconnected',
] as const satisfies readonly AccountState[]

/**
 * Which states allow which action. The API enforces it; the console offers what is allowed. Pausing
 * a limited account is how a person says that bills may go through the other ones.
 */
const allowed = {
  update: usedStates,
  rotate: usedStates,
  check: usedStates,
  pause: ['active', 'limited', 'disconnected'],
  resume: ['paused', 'limited', 'disconnected'],
  archive: usedStates,
} satisfies Record<string, readonly AccountState[]>
export type AccountAction = keyof typeof allowed

export const accountCan = (action: AccountAction, { state }: { state: AccountState }) =>
  (allowed[action] as readonly AccountState[]).includes(state)

/** Why an account is in its state. */
export const stateReasons = [
  /** The account is saved, and the first look at PayPal has not ended yet. */
  'notChecked',
  'byPerson',
  'credentialsRefused',
  /** Its app could never make invoices, so the account was not in use yet. */
  'missingInvoicing',
  /** Its app could make invoices and no longer can. */
  'lostInvoicing',
  /**
   * The next three are PayPal's answers about an account that may not take money (paypal §13, F16).
   */
  'accountRestricted',
  'accountClosed',
  'accountInvalid',
  /** PayPal refused a call for want of a permission that its token seemed to have. */
  'notPermitted',
  /**
   * Another account of the company is the same PayPal merchant: this one would double its rows, so
   * it is neither used nor read.
   */
  'merchantTwice',
  /**
   * Its credentials turned out to be of another PayPal merchant: it is neither used nor read until
   * they are the right ones again.
   */
  'merchantChanged',
] as const
export type StateReason = (typeof stateReasons)[number]

/**
 * The account was in use and PayPal, not a person, stopped it: automatic routing must not silently
 * choose another one.
 */
export const stoppedInUse = ({
  state,
  stateReason,
}: {
  state: AccountState
  stateReason: string
}) =>
  state === 'limited' ||
  (state === 'disconnected' && stateReason !== 'notChecked' && stateReason !== 'missingInvoicing')

/**
 * A fact that is older than this is shown as old. Accounts are looked at every 5 minutes; PayPal's
 * balances are up to 3 hours behind (paypal §6).
 */
export const factMaxAgeMinutes = {
  token: 15,
  webhook: 15,
  balance: 6 * 60,
  sweep: 2 * 60,
  event: 3 * 24 * 60,
  waiting: 10,
} as const
