import type { Language, Word } from '@paydesk/contract/lib/errors'
import { type Term, terms } from '@paydesk/contract/lib/terms'

export const inLanguage = ({ zh, en }: Word, language: Language) => (language === 'zh-CN' ? zh : en)

/** For texts whose Chinese and English are written side by side in the code. */
export const sayIn =
  (language: Language) =>
  (zh: string, en: string): string =>
    inLanguage({ zh, en }, language)

/** The word for a concept that has only one (decision 69). */
export const termIn =
  (language: Language) =>
  (term: Term): string =>
    inLanguage(terms[term], language)
