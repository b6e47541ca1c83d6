import { expect, test } from 'vitest'
import {
  anyDay,
  anyText,
  filtersOf,
  isFiltered,
  readListQuery,
  writeListQuery,
} from './listQuery.ts'

const filters = { status: ['draft', 'sent'] } as const
const read = (search: string) => readListQuery(new URLSearchParams(search), filters)

test('ten per page, starting at page 1', () => {
  expect(read('')).toEqual({ current: 1, pageSize: 10 })
})

test('page and filters come from the URL', () => {
  expect(read('current=3&pageSize=50&status=sent')).toEqual({
    current: 3,
    pageSize: 50,
    status: 'sent',
  })
})

test.each([
  'current=0',
  'current=-1',
  'current=1.5',
  'current=x',
  'current=1e9',
  'pageSize=1000',
  'pageSize=',
  'status=bogus',
  'other=1',
])('%s is ignored', (search) => {
  expect(read(search)).toEqual({ current: 1, pageSize: 10 })
})

test('defaults stay out of the URL, and what is written is read back', () => {
  expect(writeListQuery({ current: 1, pageSize: 10, status: undefined }).toString()).toBe('')
  const query = { current: 2, pageSize: 20, status: 'draft' } as const
  expect(read(writeListQuery(query).toString())).toEqual(query)
})

test('typed filters are kept as long as they fit their pattern', () => {
  const typed = (search: string) =>
    readListQuery(new URLSearchParams(search), { keyword: anyText, day: anyDay })
  expect(typed('keyword=%E7%8E%8B%20%25&day=2025-02-28')).toMatchObject({
    keyword: '王 %',
    day: '2025-02-28',
  })
  expect(typed(`keyword=${'x'.repeat(101)}&day=2025-13-01`)).toEqual({ current: 1, pageSize: 10 })
})

test('the current page is no filter', () => {
  expect(filtersOf(read('current=3&pageSize=50&status=sent'))).toEqual({ status: 'sent' })
  expect(isFiltered(read('current=3&pageSize=50'))).toBe(false)
  expect(isFiltered(read('status=sent'))).toBe(true)
})

test('an order by amount without its currency is left out: a list of several has no such order', () => {
  const filters = { sort: ['-total', 'due'], currency: ['USD'] } as const
  const read = (query: string) => readListQuery(new URLSearchParams(query), filters)
  expect(read('sort=-total')).toEqual({ current: 1, pageSize: 10 })
  expect(read('sort=-total&currency=USD')).toMatchObject({ sort: '-total', currency: 'USD' })
  expect(read('sort=due')).toMatchObject({ sort: 'due' })
})
