/**
 * The token of an e-mailed link. It stands behind the #, which browsers send to no server and
 * so to no log. It is removed from the address at once, because addresses end up in histories
 * and screenshots.
 */
export function takeLinkToken(): string {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? ''
  if (token)
    window.history.replaceState(
      window.history.state,
      '',
      window.location.pathname + window.location.search,
    )
  return token
}
