import type { Language, Word } from '@paydesk/contract/lib/errors'

export const inLanguage = ({ zh, en }: Word, language: Language) => (language === 'zh-CN' ? zh : en)

/** For texts whose Chinese and English are written side by side in the code. */
export const sayIn =
  (language: Language) =>
  (zh: string, en: string): string =>
    inLanguage({ zh, en }, language)
