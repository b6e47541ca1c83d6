import type { Word } from '@paydesk/contract/lib/errors'

/**
 * Texts that the console shares with exported files, so their words are written once,
 * in the contract.
 */
export const textsOf = <P extends string, K extends string>(
  prefix: P,
  words: Record<K, Word>,
  language: keyof Word,
) =>
  Object.fromEntries(
    Object.entries<Word>(words).map(([key, word]) => [`${prefix}.${key}`, word[language]]),
  ) as Record<`${P}.${K}`, string>
