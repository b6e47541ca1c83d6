import type { TestApp } from '../appInProcess.ts'
import type { TestUser } from '../make.ts'

export type Input = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}
export type Making = {
  t: TestApp
  /** The company of the records, which is the caller's own. */
  companyId: string
  caller: TestUser
  /** Every name of a record in this world contains this string, so that a leak shows. */
  mark: string
}
export type Inputs = Record<string, (making: Making) => Input | Promise<Input>>
/** What a call answers instead of 200, and the test that shows it whole. */
export type Elsewhere = Record<string, { status: number; errorCode: string; test: string }>

export const one = async (t: TestApp, text: string, values: unknown[]) =>
  (await t.owner<{ id: string }>(text, values))[0]?.id as string
let counter = 0
export const unique = () => `${Date.now().toString(36)}${counter++}`
