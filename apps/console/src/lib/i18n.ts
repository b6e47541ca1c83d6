import type { Locale as AntdLocale } from 'antd/es/locale'
import { createIntl, createIntlCache, type IntlShape } from 'react-intl'
import { directionOf, type Locale, localeFrom, localeKey, textPackOf } from './locale.ts'
import { type PackName, packs, type TextKey } from './textPacks.ts'

export type { TextKey }

type Texts = Record<string, string>

export const locale: Locale = localeFrom(localStorage.getItem(localeKey))
export const textPack = textPackOf(locale)
export const direction = directionOf(locale)

let intl: IntlShape | undefined
const cache = createIntlCache()

function addTexts(texts: Texts) {
  intl = createIntl({ locale: textPack, messages: { ...intl?.messages, ...texts } as Texts }, cache)
}

/**
 * The value that decides the plural is called `count` and is a number: an already formatted one
 * ("1,234") would be read as NaN.
 */
type Values = { [name: string]: string | number; count?: number }

/**
 * A plain function rather than a hook: switching the language reloads the page (spec §4), so a text
 * never changes under a mounted component, and code outside React (errors, service worker) words
 * things the same way.
 */
export function t(key: TextKey, values?: Values): string {
  if (!intl) throw new Error('Texts are used before they are loaded')
  return intl.formatMessage({ id: key }, direction === 'rtl' && values ? isolated(values) : values)
}

/**
 * Isolates an amount or a name, so that it keeps its own order in a sentence that runs in the
 * other direction.
 */
const isolated = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? `\u2068${value}\u2069` : value,
    ]),
  )

/** Whether there is a text for a key that comes from data, such as a field of a change. */
export const hasText = (key: string): key is TextKey =>
  intl !== undefined && Object.hasOwn(intl.messages, key)

const loadTexts = async (names: readonly PackName[]) => {
  for (const { default: texts } of await Promise.all(names.map((name) => packs[name][textPack]())))
    addTexts(texts)
}

/** The texts that the login page needs. */
export const loadFirstTexts = () => loadTexts(['first'])

/** The texts that everything behind the login needs; they are loaded beside the layout. */
export const loadInsideTexts = () => loadTexts(['inside'])

/** Loads a page, or a part of one, together with its texts. */
export const withTexts =
  <T>(names: readonly PackName[], load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [loaded] = await Promise.all([load(), loadTexts(names)])
    return loaded
  }

export async function loadAntdLocale(): Promise<AntdLocale> {
  if (locale === 'zh-CN') return (await import('antd/es/locale/zh_CN')).default
  if (locale === 'en-US') return (await import('antd/es/locale/en_US')).default
  const { otherLocales } = await import('./antdLocales.ts')
  return (await otherLocales[locale].antd()).default
}

/**
 * Only date pickers read the locale, so it is loaded with the console and not with the login page.
 */
export async function loadDayjsLocale() {
  if (locale === 'zh-CN') await import('dayjs/locale/zh-cn')
  else if (locale !== 'en-US') await (await import('./antdLocales.ts')).otherLocales[locale].dayjs()
}

export function switchLocale(next: Locale) {
  localStorage.setItem(localeKey, next)
  window.location.reload()
}

export function applyLocaleToDocument() {
  // This is the language of the texts, not the chosen one: a screen reader must not read English
  // with a Japanese voice.
  document.documentElement.lang = textPack
  document.documentElement.dir = direction
}
