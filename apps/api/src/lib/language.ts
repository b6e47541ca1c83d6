import type { Language, Word } from '@paydesk/contract/lib/errors'

export const inLanguage = ({ zh, en }: Word, language: Language) => (language === 'zh-CN' ? zh : en)

/** For words that stand in both languages where they are used. */
export const sayIn =
  (language: Language) =>
  (zh: string, en: string): string =>
    inLanguage({ zh, en }, language)
