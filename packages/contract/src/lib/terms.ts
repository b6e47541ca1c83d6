import type { Word } from './errors.ts'
import { terms as en } from './termsEn.ts'
import { terms as zh } from './termsZh.ts'

export type Term = keyof typeof zh

/**
 * Both languages of the terms, for what is written outside the console. Its text packs import
 * one language each.
 */
export const terms = Object.fromEntries(
  Object.entries(zh).map(([term, text]) => [term, { zh: text, en: en[term as Term] }]),
) as Record<Term, Word>
