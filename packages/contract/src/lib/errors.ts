import { billingErrors } from './errors/billing.ts'
import { deskErrors } from './errors/desk.ts'
import type { ErrorEntry } from './errors/entry.ts'
import { intakeErrors } from './errors/intake.ts'
import { moneyErrors } from './errors/money.ts'
import { officeErrors } from './errors/office.ts'
import { paypalErrors } from './errors/paypal.ts'
import { peopleErrors } from './errors/people.ts'

/**
 * Every error a caller can meet, with its HTTP status and what a person reads. One file per floor.
 */
export const errorCatalogue = {
  ...officeErrors,
  ...peopleErrors,
  ...paypalErrors,
  ...moneyErrors,
  ...billingErrors,
  ...intakeErrors,
  ...deskErrors,
} satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof errorCatalogue
/** A parameter that is worded in the language of the message. */
export type Word = { zh: string; en: string }
export type ErrorParams = Record<string, string | number | Word>
export type Language = 'zh-CN' | 'en-US'

export function errorText(name: ErrorName, params: ErrorParams, language: Language): string {
  const entry: ErrorEntry = errorCatalogue[name]
  const text = language === 'en-US' ? entry.en : entry.zh
  return text.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key] ?? ''
    return typeof value === 'object' ? value[language === 'en-US' ? 'en' : 'zh'] : String(value)
  })
}
