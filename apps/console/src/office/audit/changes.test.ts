import { expect, test } from 'vitest'
import { changesOf, listChange } from './changes.ts'

test('fields that differ, one line each, nested ones by their path', () => {
  const before = { name: '王芳', billing: { note: '', term: 15 }, same: 1 }
  const after = { name: '王方', billing: { note: 'Thanks', term: 15 }, same: 1 }
  expect(changesOf(before, after)).toEqual([
    { field: 'name', before: '王芳', after: '王方' },
    { field: 'billing.note', before: '', after: 'Thanks' },
  ])
})

test('something made has no before, something removed no after', () => {
  expect(changesOf(null, { name: 'A' })).toEqual([{ field: 'name', before: undefined, after: 'A' }])
  expect(changesOf({ name: 'A' }, null)).toEqual([{ field: 'name', before: 'A', after: undefined }])
  expect(changesOf(null, null)).toEqual([])
})

test('a list says what went and what came', () => {
  expect(listChange(['Operator', 'Finance'], ['Finance', 'Admin'])).toEqual({
    removed: ['Operator'],
    added: ['Admin'],
  })
  expect(listChange('a', ['a'])).toBeUndefined()
})
