/**
 * The URL pattern of spec §5: a web address with a scheme, a host and what may follow. It has no
 * blanks and no user name or password: an address that carries one is a trap for whoever reads
 * only its beginning.
 */
export const urlPattern = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#]\S*)?$/i

/** The longest that browsers and servers agree on. */
const longest = 2048

export const isUrl = (text: string): boolean => text.length <= longest && urlPattern.test(text)
