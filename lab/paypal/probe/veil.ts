export type Say = (line: string) => void

const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const authorization = /\b(?:Bearer|Basic)\s+[\w.~+/=-]+/gi

/**
 * Whatever is printed or written goes through here. `secrets` may grow: a token is known only
 * after the first call.
 */
export const veil =
  (secrets: Set<string>) =>
  (text: string): string => {
    let safe = text
    for (const secret of secrets) if (secret) safe = safe.replaceAll(secret, '[hidden]')
    return safe.replace(authorization, '[hidden]').replace(email, '[hidden]')
  }
