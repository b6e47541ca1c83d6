import { expect, test } from 'vitest'
import { recentFrom } from './recent.ts'

const one = { path: '/payPalBill/list/1', title: 'CX-1' }

test('records of another person and values of another release are ignored', () => {
  expect(recentFrom(JSON.stringify({ scope: 'me here', list: [one] }), 'me here')).toEqual([one])
  expect(recentFrom(JSON.stringify({ scope: 'you here', list: [one] }), 'me here')).toEqual([])
  expect(
    recentFrom(JSON.stringify({ scope: 'me here', list: [one, { path: 1 }] }), 'me here'),
  ).toEqual([one])
  for (const stored of [null, '', '[]', '{', '{"scope":"me here"}'])
    expect(recentFrom(stored, 'me here')).toEqual([])
})
