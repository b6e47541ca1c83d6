import { paths } from '@paydesk/contract/lib/paths'

/**
 * Where the `redirect` parameter may lead: a path of this site, or home.
 * It arrives in a link that anyone can send, so it is judged by what the browser's own parser makes
 * of it: `//evil.example`, `/\evil.example` and `/<tab>/evil.example` all start with a slash and
 * all leave the site.
 */
export function safeRedirect(value: string | null, origin: string): string {
  if (!value?.startsWith('/')) return paths.root()
  const url = parse(value, origin)
  // `/.//evil.example` parses as a path of this site, but would be read as another host when
  // it is used again.
  if (!url || url.origin !== origin || url.pathname.startsWith('//')) return paths.root()
  return url.pathname === paths.login() ? paths.root() : url.pathname + url.search + url.hash
}

function parse(value: string, origin: string) {
  return URL.canParse(value, origin) ? new URL(value, origin) : undefined
}

type Place = { pathname: string; search: string; hash: string }

/**
 * The address of the login page with a redirect back; a redirect that is already present
 * is kept (spec §4).
 */
export function loginPathFrom({ pathname, search, hash }: Place): string {
  if (pathname === paths.login()) return pathname + search
  const back = new URLSearchParams(search).get('redirect') ?? pathname + search + hash
  return `${paths.login()}?redirect=${encodeURIComponent(back)}`
}
