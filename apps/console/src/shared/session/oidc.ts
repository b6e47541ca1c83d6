import { paths } from '@paydesk/contract/lib/paths'

/**
 * What this window remembers while the browser is at the identity provider. A return that this
 * window did not begin has no proof here.
 */
export type Departure = { proof: string; purpose: 'signIn' | 'bind'; back: string }

const departureKey = 'PaypalManageOidc'

export function departTo(
  { url, proof }: { url: string; proof: string },
  purpose: Departure['purpose'],
  back: string,
) {
  sessionStorage.setItem(departureKey, JSON.stringify({ proof, purpose, back } satisfies Departure))
  window.location.assign(url)
}

/** Reads it once: a reload of the return page must not try the same code again. */
export function takeDeparture(): Departure | undefined {
  const stored = sessionStorage.getItem(departureKey)
  sessionStorage.removeItem(departureKey)
  return stored ? (JSON.parse(stored) as Departure) : undefined
}

export const bindingPath = () => `${paths.account('settings')}?section=binding`
