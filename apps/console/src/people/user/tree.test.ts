import type { UserTreeNode } from '@paydesk/contract/people/user'
import { expect, test } from 'vitest'
import { initiallyExpanded, isWithin, rowsOf, treeOf } from './tree.ts'

const node = (id: string, parentId: string | null, level: number): UserTreeNode => ({
  id,
  parentId,
  name: `Name ${id}`,
  username: id,
  status: 'active',
  level,
})
const list = [
  node('a', null, 1),
  node('b', null, 1),
  node('a1', 'a', 2),
  node('a2', 'a', 2),
  node('a11', 'a1', 3),
]
const tree = treeOf(list)
const shown = (...args: Parameters<typeof rowsOf>) =>
  rowsOf(...args).map(({ node, expanded }) => [node.id, expanded])

test('folded branches stay folded, leaves have nothing to unfold', () => {
  expect(shown(tree, new Set())).toEqual([
    ['a', false],
    ['b', undefined],
  ])
  expect(shown(tree, new Set(['a']))).toEqual([
    ['a', true],
    ['a1', false],
    ['a2', undefined],
    ['b', undefined],
  ])
})

test('each line knows its place among its siblings', () => {
  expect(
    rowsOf(tree, new Set(['a'])).map(({ position, siblings }) => [position, siblings]),
  ).toEqual([
    [1, 2],
    [1, 2],
    [2, 2],
    [2, 2],
  ])
})

test('a keyword shows who matches, under everyone they report to', () => {
  expect(shown(tree, new Set(), 'A11')).toEqual([
    ['a', true],
    ['a1', true],
    ['a11', undefined],
  ])
  expect(shown(tree, new Set(), 'nobody')).toEqual([])
})

test('each user’s number of people below is counted', () => {
  expect(Object.fromEntries(tree.below)).toEqual({ a: 3, b: 0, a1: 1, a2: 0, a11: 0 })
})

test('a user’s subtree is the user and everyone below', () => {
  expect(['a', 'b', 'a1', 'a11'].map((id) => isWithin(tree, id, 'a'))).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('the path to the chosen user is open from the start', () => {
  const many = treeOf([
    ...list,
    ...Array.from({ length: 100 }, (_, index) => node(`x${index}`, 'b', 2)),
  ])
  expect(initiallyExpanded(many, 'a11')).toEqual(new Set(['a', 'b', 'a1']))
})

test('2,000 users on five levels take a few milliseconds', () => {
  const big: UserTreeNode[] = []
  for (const [level, size] of [1, 9, 90, 400, 1500].entries()) {
    const parents = big.filter((one) => one.level === level)
    for (let index = 0; index < size; index++)
      big.push(
        node(
          `${level}-${index}`,
          parents.length ? (parents[index % parents.length]?.id ?? null) : null,
          level + 1,
        ),
      )
  }
  const startedAt = performance.now()
  const rows = rowsOf(treeOf(big), new Set(big.map(({ id }) => id)))
  expect(rows).toHaveLength(2000)
  expect(performance.now() - startedAt).toBeLessThan(200)
})
