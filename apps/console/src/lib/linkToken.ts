/**
 * The token of an e-mailed link. It stands behind the #, which browsers send to no server and so to no log, and it is taken
 * out of the address at once: the address ends up in histories and screenshots.
 */
export function takeLinkToken(): string {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? ''
  if (token) window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return token
}
