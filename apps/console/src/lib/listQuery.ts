import type { Currency } from '@paydesk/contract/lib/money'
import { defaultPageSize, maxPageSize } from '@paydesk/contract/lib/page'

/**
 * What a list keeps in the URL: page, page size, and its named filters, each with its allowed
 * values or a pattern for what people type.
 */
export type Filters = Record<string, readonly string[] | RegExp>
export type FilterValues<F extends Filters> = {
  [K in keyof F]?: F[K] extends readonly (infer V extends string)[] ? V : string
}
export type ListQuery<F extends Filters> = { current: number; pageSize: number } & FilterValues<F>

/**
 * Which page of a list is shown, and in which order. With `after` or `before`, the page begins or
 * ends beside that record.
 */
export type Paging = {
  current: number
  pageSize: number
  sort?: string
  after?: string
  before?: string
}

/** The filters of a list, without the page and the order. */
export function filtersOf<Q extends Paging>({
  current: _,
  pageSize: __,
  sort: ___,
  after: ____,
  before: _____,
  ...filters
}: Q) {
  return filters
}

export const isFiltered = (query: Paging) => Object.keys(filtersOf(query)).length > 0

export const anyText = /^.{1,100}$/u
export const anyId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const anyDay = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

const whole = (text: string | null, min: number, max: number, fallback: number) => {
  const value = Number(text)
  return text && Number.isInteger(value) && value >= min && value <= max ? value : fallback
}

/** Amounts are put in order within one currency only. */
export const isAmountOrder = (sort: string | undefined) =>
  sort?.endsWith('total') === true || sort?.endsWith('gross') === true

/** A URL is typed, shared and outlives releases: a value that is not valid is ignored, not sent. */
export function readListQuery<F extends Filters>(
  search: URLSearchParams,
  filters: F,
  usualSize = defaultPageSize,
): ListQuery<F> {
  const chosen: Record<string, string> = {}
  for (const [name, allowed] of Object.entries(filters)) {
    const value = search.get(name)
    if (
      value !== null &&
      (allowed instanceof RegExp ? allowed.test(value) : allowed.includes(value))
    )
      chosen[name] = value
  }
  const page = {
    current: whole(search.get('current'), 1, 100_000, 1),
    pageSize: whole(search.get('pageSize'), 1, maxPageSize, usualSize),
  }
  if (isAmountOrder(chosen.sort) && !chosen.currency) delete chosen.sort
  return { ...page, ...chosen } as ListQuery<F>
}

/**
 * The order that a click on a head chose. An order by amount takes the currency at the top, unless
 * one is chosen; the chip says which.
 */
export const orderBy = <S extends string>(
  next: string,
  chosen: Currency | undefined,
  first: { currency: Currency } | undefined,
) => ({
  sort: (next || undefined) as S | undefined,
  ...(isAmountOrder(next) && { currency: chosen ?? first?.currency ?? 'USD' }),
})

/** Defaults stay out, so that the plain list has a plain URL. */
export function writeListQuery(
  query: { current: number; pageSize: number; [filter: string]: unknown },
  usualSize = defaultPageSize,
): URLSearchParams {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    const isDefault =
      (key === 'current' && value === 1) || (key === 'pageSize' && value === usualSize)
    if (value !== undefined && value !== '' && !isDefault) search.set(key, String(value))
  }
  return search
}

/** A list's address without the page, in one spelling: equal results mean the same list. */
export function normalQuery(query: string | URLSearchParams): string {
  const search = new URLSearchParams(query)
  for (const name of ['current', 'after', 'before']) search.delete(name)
  search.sort()
  return search.toString()
}
