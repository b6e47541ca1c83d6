import type { Locale as AntdLocale } from 'antd/es/locale'
import { createIntl, createIntlCache, type IntlShape } from 'react-intl'
import { directionOf, type Locale, localeFrom, localeKey, textPackOf } from './locale.ts'
import type zhAccess from './texts/access.zh-CN.ts'
import type zhAudit from './texts/audit.zh-CN.ts'
import type zhBill from './texts/bill.zh-CN.ts'
import type zhBillImport from './texts/billImport.zh-CN.ts'
import type zhConsole from './texts/console.zh-CN.ts'
import type zhCore from './texts/core.zh-CN.ts'
import type zhCustomer from './texts/customer.zh-CN.ts'
import type zhDispute from './texts/dispute.zh-CN.ts'
import type zhEvent from './texts/event.zh-CN.ts'
import type zhHome from './texts/home.zh-CN.ts'
import type zhMoney from './texts/money.zh-CN.ts'
import type zhNotice from './texts/notice.zh-CN.ts'
import type zhPaypalAccount from './texts/paypalAccount.zh-CN.ts'
import type zhRule from './texts/rule.zh-CN.ts'
import type zhSearch from './texts/search.zh-CN.ts'
import type zhSettings from './texts/settings.zh-CN.ts'
import type zhSignIn from './texts/signIn.zh-CN.ts'
import type zhView from './texts/view.zh-CN.ts'

export type TextKey =
  | keyof typeof zhCore
  | keyof typeof zhConsole
  | keyof typeof zhAccess
  | keyof typeof zhAudit
  | keyof typeof zhSignIn
  | keyof typeof zhSettings
  | keyof typeof zhBill
  | keyof typeof zhPaypalAccount
  | keyof typeof zhEvent
  | keyof typeof zhCustomer
  | keyof typeof zhBillImport
  | keyof typeof zhMoney
  | keyof typeof zhDispute
  | keyof typeof zhSearch
  | keyof typeof zhHome
  | keyof typeof zhNotice
  | keyof typeof zhRule
  | keyof typeof zhView
type Texts = Record<string, string>

export const locale: Locale = localeFrom(localStorage.getItem(localeKey))
export const textPack = textPackOf(locale)
export const direction = directionOf(locale)

let intl: IntlShape | undefined
const cache = createIntlCache()

function addTexts(texts: Texts) {
  intl = createIntl({ locale: textPack, messages: { ...intl?.messages, ...texts } as Texts }, cache)
}

/** What plurals go by is called `count` and is a number: one that is written out already ("1,234") would be read as NaN. */
type Values = { [name: string]: string | number; count?: number }

/**
 * A plain function rather than a hook: switching the language reloads the page (spec §4), so a text never changes under a
 * mounted component, and code outside React (errors, service worker) words things the same way.
 */
export function t(key: TextKey, values?: Values): string {
  if (!intl) throw new Error('Texts are used before they are loaded')
  return intl.formatMessage({ id: key }, direction === 'rtl' && values ? isolated(values) : values)
}

/** An amount or a name inside a sentence that runs the other way keeps its own order. */
const isolated = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? `\u2068${value}\u2069` : value]))

/** Whether there is a text for something that the data names, such as a field of a change. */
export const hasText = (key: string): key is TextKey => intl !== undefined && Object.hasOwn(intl.messages, key)

/** What the login page needs. */
export async function loadCoreTexts() {
  addTexts((await (textPack === 'zh-CN' ? import('./texts/core.zh-CN.ts') : import('./texts/core.en-US.ts'))).default)
}

/** What everything behind the login needs; loaded beside the layout. */
export async function loadConsoleTexts() {
  addTexts((await (textPack === 'zh-CN' ? import('./texts/console.zh-CN.ts') : import('./texts/console.en-US.ts'))).default)
}

/** Texts that only some pages need, loaded with them. */
const parts = {
  access: { 'zh-CN': () => import('./texts/access.zh-CN.ts'), 'en-US': () => import('./texts/access.en-US.ts') },
  audit: { 'zh-CN': () => import('./texts/audit.zh-CN.ts'), 'en-US': () => import('./texts/audit.en-US.ts') },
  bill: { 'zh-CN': () => import('./texts/bill.zh-CN.ts'), 'en-US': () => import('./texts/bill.en-US.ts') },
  billImport: { 'zh-CN': () => import('./texts/billImport.zh-CN.ts'), 'en-US': () => import('./texts/billImport.en-US.ts') },
  customer: { 'zh-CN': () => import('./texts/customer.zh-CN.ts'), 'en-US': () => import('./texts/customer.en-US.ts') },
  signIn: { 'zh-CN': () => import('./texts/signIn.zh-CN.ts'), 'en-US': () => import('./texts/signIn.en-US.ts') },
  settings: { 'zh-CN': () => import('./texts/settings.zh-CN.ts'), 'en-US': () => import('./texts/settings.en-US.ts') },
  paypalAccount: { 'zh-CN': () => import('./texts/paypalAccount.zh-CN.ts'), 'en-US': () => import('./texts/paypalAccount.en-US.ts') },
  money: { 'zh-CN': () => import('./texts/money.zh-CN.ts'), 'en-US': () => import('./texts/money.en-US.ts') },
  dispute: { 'zh-CN': () => import('./texts/dispute.zh-CN.ts'), 'en-US': () => import('./texts/dispute.en-US.ts') },
  view: { 'zh-CN': () => import('./texts/view.zh-CN.ts'), 'en-US': () => import('./texts/view.en-US.ts') },
  search: { 'zh-CN': () => import('./texts/search.zh-CN.ts'), 'en-US': () => import('./texts/search.en-US.ts') },
  home: { 'zh-CN': () => import('./texts/home.zh-CN.ts'), 'en-US': () => import('./texts/home.en-US.ts') },
  notice: { 'zh-CN': () => import('./texts/notice.zh-CN.ts'), 'en-US': () => import('./texts/notice.en-US.ts') },
  rule: { 'zh-CN': () => import('./texts/rule.zh-CN.ts'), 'en-US': () => import('./texts/rule.en-US.ts') },
  event: { 'zh-CN': () => import('./texts/event.zh-CN.ts'), 'en-US': () => import('./texts/event.en-US.ts') },
}

export type TextPart = keyof typeof parts

/** A page, or a part of one, that arrives together with its texts. */
export const withTexts =
  <T>(part: TextPart, load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [loaded, texts] = await Promise.all([load(), parts[part][textPack]()])
    addTexts(texts.default)
    return loaded
  }

export async function loadAntdLocale(): Promise<AntdLocale> {
  if (locale === 'zh-CN') return (await import('antd/es/locale/zh_CN')).default
  if (locale === 'en-US') return (await import('antd/es/locale/en_US')).default
  const { otherLocales } = await import('./antdLocales.ts')
  return (await otherLocales[locale].antd()).default
}

/** Only date pickers read it, so it comes with the console and not with the login page. */
export async function loadDayjsLocale() {
  if (locale === 'zh-CN') await import('dayjs/locale/zh-cn')
  else if (locale !== 'en-US') await (await import('./antdLocales.ts')).otherLocales[locale].dayjs()
}

export function switchLocale(next: Locale) {
  localStorage.setItem(localeKey, next)
  window.location.reload()
}

export function applyLocaleToDocument() {
  // The texts' language, not the chosen one: a screen reader must not read English with a Japanese voice.
  document.documentElement.lang = textPack
  document.documentElement.dir = direction
}
