/**
 * Spec §4: the choice is kept under this key; switching reloads the page, so nothing here changes
 * while a page lives.
 */
export const localeKey = 'umi_locale'
const defaultLocale = 'zh-CN'

export type TextPack = 'zh-CN' | 'en-US'

/**
 * Every locale of the selector in its own language, so that people find theirs whatever
 * language the page is in.
 */
export const localeNames = {
  'zh-CN': '简体中文',
  'zh-HK': '繁體中文（香港）',
  'zh-TW': '繁體中文',
  'en-US': 'English',
  'en-GB': 'English (UK)',
  'ar-EG': 'العربية',
  'az-AZ': 'Azərbaycan dili',
  'bg-BG': 'Български',
  'bn-BD': 'বাংলা',
  'ca-ES': 'Català',
  'cs-CZ': 'Čeština',
  'da-DK': 'Dansk',
  'de-DE': 'Deutsch',
  'el-GR': 'Ελληνικά',
  'es-ES': 'Español',
  'et-EE': 'Eesti',
  'fa-IR': 'فارسی',
  'fi-FI': 'Suomi',
  'fr-BE': 'Français (Belgique)',
  'fr-FR': 'Français',
  'ga-IE': 'Gaeilge',
  'gl-ES': 'Galego',
  'he-IL': 'עברית',
  'hi-IN': 'हिन्दी',
  'hr-HR': 'Hrvatski',
  'hu-HU': 'Magyar',
  'hy-AM': 'Հայերեն',
  'id-ID': 'Bahasa Indonesia',
  'is-IS': 'Íslenska',
  'it-IT': 'Italiano',
  'ja-JP': '日本語',
  'kk-KZ': 'Қазақ тілі',
  'kn-IN': 'ಕನ್ನಡ',
  'ko-KR': '한국어',
  'ku-IQ': 'کوردی',
  'lt-LT': 'Lietuvių',
  'lv-LV': 'Latviešu',
  'mk-MK': 'Македонски',
  'mn-MN': 'Монгол',
  'ms-MY': 'Bahasa Melayu',
  'nb-NO': 'Norsk bokmål',
  'ne-NP': 'नेपाली',
  'nl-BE': 'Nederlands (België)',
  'nl-NL': 'Nederlands',
  'pl-PL': 'Polski',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português',
  'ro-RO': 'Română',
  'ru-RU': 'Русский',
  'sk-SK': 'Slovenčina',
  'sl-SI': 'Slovenščina',
  'sr-RS': 'Српски',
  'sv-SE': 'Svenska',
  'ta-IN': 'தமிழ்',
  'th-TH': 'ไทย',
  'tr-TR': 'Türkçe',
  'uk-UA': 'Українська',
  'vi-VN': 'Tiếng Việt',
} as const
export type Locale = keyof typeof localeNames

export const locales = Object.keys(localeNames) as Locale[]
const isLocale = (value: string | null): value is Locale =>
  value !== null && Object.hasOwn(localeNames, value)

export const localeFrom = (stored: string | null): Locale =>
  isLocale(stored) ? stored : defaultLocale

/**
 * Texts exist in two packs: all Chinese locales use the Chinese one, all others the English one.
 */
export const textPackOf = (locale: Locale): TextPack =>
  locale.startsWith('zh') ? 'zh-CN' : 'en-US'

/** Options for the language of what we write ourselves: mails, files, messages. */
export const textPackOptions = (['zh-CN', 'en-US'] as const).map((value) => ({
  value,
  label: localeNames[value],
}))

export const directionOf = (locale: Locale): 'rtl' | 'ltr' =>
  /^(he|ar|fa|ku)/.test(locale) ? 'rtl' : 'ltr'
