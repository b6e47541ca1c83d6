export const passwordStrengths = ['weak', 'medium', 'strong'] as const
export type PasswordStrength = (typeof passwordStrengths)[number]

/**
 * Attackers try these words, and years, first. Each counts as two characters wherever it stands.
 * No word of one list overlaps one of the other, so the order of the lists changes nothing.
 */
const common = [
  /password|passw0rd|p@ssw0rd|qwerty|asdfgh|zxcvbn|welcome|iloveyou|woaini/g,
  /1q2w3e|letmein|5201314|admin|paydesk|paypal|shoukuan|abc123|123456|111111|888888|(?:19|20)\d\d/g,
]

/** What stands for a word: two characters, because a word is about as hard to guess as they are. */
export const foldedWord = '\u0000\u0002'

/** Two Chinese characters are a whole name; two letters are in every second password. */
export const isTelling = (name: string) => name.length >= (/^[ -~]*$/.test(name) ? 3 : 2)

const classes: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
]

/**
 * Spec §5: Strong, Medium, Weak. The strength estimates how many guesses a password takes.
 * Characters that only repeat or continue the one before them ("aaaa", "1234") add nothing, and
 * neither do common words and the person's own names. `fold` takes out more words; the API has a
 * longer list of them than a browser should load.
 */
export function passwordStrength(
  password: string,
  own: readonly string[] = [],
  fold = (text: string) => text,
): PasswordStrength {
  let plain = password.toLowerCase()
  for (const name of own)
    if (isTelling(name)) plain = plain.replaceAll(name.toLowerCase(), foldedWord)
  plain = fold(plain)
  for (const words of common) plain = plain.replace(words, foldedWord)
  const characters = [...plain]
  const telling = characters.filter((character, index) => {
    const step =
      index > 0 ? (character.codePointAt(0) ?? 0) - (characters[index - 1]?.codePointAt(0) ?? 0) : 2
    return Math.abs(step) > 1
  }).length
  const alphabet = classes.reduce(
    (size, [pattern, letters]) => size + (pattern.test(password) ? letters : 0),
    0,
  )
  const bits = telling * Math.log2(Math.max(alphabet, 2))
  if ([...password].length < 8 || bits < 45) return 'weak'
  return bits < 70 ? 'medium' : 'strong'
}
