import { foldedWord, isTelling, passwordStrength } from '@paydesk/contract/people/passwordStrength'
import { dictionary } from '@zxcvbn-ts/language-common'
import { refuse } from '../../lib/errors.ts'

/**
 * Some 49,000 passwords from breaches, most common first. Those of three characters would be found
 * in every other password.
 */
const breached = new Set(
  (dictionary['passwords-common'] as string[]).filter(({ length }) => length >= 4),
)
const longest = Math.max(...[...breached].map(({ length }) => length))

const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/**
 * Takes the breached passwords out of a text, the longest first at each place, also where letters
 * are written as figures. It looks at each character at most some twenty times, however hostile the
 * text is: estimators that try all combinations took seconds for 64 characters.
 */
export function foldBreached(text: string): string {
  const read = [...text].map((character) => lookalikes[character] ?? character).join('')
  let folded = ''
  for (let at = 0; at < text.length; ) {
    let length = Math.min(longest, text.length - at)
    while (
      length >= 4 &&
      !breached.has(text.slice(at, at + length)) &&
      !breached.has(read.slice(at, at + length))
    )
      length--
    folded += length >= 4 ? foldedWord : text[at]
    at += length >= 4 ? length : 1
  }
  return folded
}

export type Owner = { username: string; name: string; email: string | null; companyName: string }

/** The person's and the company's own words: attackers read them on the company's website. */
export const ownWords = ({ username, name, email, companyName }: Owner) =>
  [username, name, companyName, ...(email?.split('@') ?? [])]
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter(Boolean)

/** Says why a password is refused, so that the next try is a better one. */
export function assertStrong(password: string, owner: Owner): void {
  const own = ownWords(owner)
  // Each way of reading it by itself: taking "com" of the address out of "welcome" would leave a
  // word that no list knows.
  if ([own, []].every((words) => passwordStrength(password, words, foldBreached) !== 'weak')) return
  const text = password.toLowerCase()
  if (own.some((word) => isTelling(word) && text.includes(word.toLowerCase())))
    throw refuse('password.ownWords')
  throw refuse(foldBreached(text) === text ? 'password.weak' : 'password.common')
}
