import { locale } from '../../lib/i18n.ts'

/** The languages in which PayPal writes to customers. */
const languages = [
  'en-US',
  'en-GB',
  'zh-CN',
  'zh-HK',
  'zh-TW',
  'ja-JP',
  'ko-KR',
  'de-DE',
  'fr-FR',
  'es-ES',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ru-RU',
  'sv-SE',
  'no-NO',
  'da-DK',
  'th-TH',
  'id-ID',
  'he-IL',
  'ar-EG',
]
const names = new Intl.DisplayNames([locale], { type: 'language', fallback: 'code' })

export const languageName = (code: string): string => names.of(code) ?? code
export const languageOptions = () =>
  languages.map((value) => ({ value, label: languageName(value) }))
