import type { Role } from '@paydesk/contract/people/role'
import { expect, test } from 'vitest'
import { differenceOf, type Edits, holds, rebased, withChange } from './matrix.ts'

const role = (permissions: string[], more: Partial<Role> = {}): Role => ({
  id: 'r',
  code: 'Operator',
  name: '业务员',
  description: '',
  builtIn: true,
  permissions,
  userCount: 0,
  version: 1,
  ...more,
})
const none: Edits = new Map()
const wanted = (edits: Edits) => [...(edits.get('r')?.wanted ?? [])].sort()

test('permissions are given and taken', () => {
  const edits = withChange(
    withChange(none, role(['A', 'B']), ['C'], true),
    role(['A', 'B']),
    ['A'],
    false,
  )
  expect(wanted(edits)).toEqual(['B', 'C'])
  expect(['A', 'B', 'C'].map((name) => holds(role(['A', 'B']), name, edits))).toEqual([
    false,
    true,
    true,
  ])
})

test('an edit that leads back to where it began is no change', () => {
  const there = withChange(none, role(['A']), ['B'], true)
  expect(withChange(there, role(['A']), ['B'], false).size).toBe(0)
})

test('an administrator role holds everything', () => {
  expect(holds(role([], { code: 'Admin' }), 'Anything', none)).toBe(true)
})

test('an edit keeps the version that it began with, also when the role is read again meanwhile', () => {
  const begun = withChange(none, role(['A']), ['B'], true)
  const later = withChange(begun, role(['A', 'X'], { version: 2 }), ['C'], true)
  expect(later.get('r')?.base.version).toBe(1)
})

test('my changes are applied on top of someone else’s', () => {
  const mine = withChange(
    withChange(none, role(['A', 'B']), ['C'], true),
    role(['A', 'B']),
    ['A'],
    false,
  )
  const both = rebased(mine, role(['A', 'B', 'X'], { version: 2 }))
  expect(wanted(both)).toEqual(['B', 'C', 'X'])
  expect(both.get('r')?.base.version).toBe(2)
  expect(rebased(mine, role(['B', 'C'], { version: 2 })).size).toBe(0)
})

test('the difference names what was added and removed', () => {
  expect(differenceOf(['A', 'B'], ['B', 'C'])).toEqual({ added: ['C'], removed: ['A'] })
})
