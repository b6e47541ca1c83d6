import type { TreeRow } from './tree.ts'

export type Step = { kind: 'go'; index: number } | { kind: 'toggle' } | { kind: 'choose' }

/**
 * What a key means in a tree (WAI-ARIA tree view). Undefined if the tree does not handle the key.
 */
export function moveInTree(
  key: string,
  rows: readonly TreeRow[],
  at: number,
  rightToLeft: boolean,
): Step | undefined {
  const row = rows[at]
  const go = (index: number): Step => ({
    kind: 'go',
    index: Math.min(Math.max(index, 0), rows.length - 1),
  })
  switch (key) {
    case 'ArrowDown':
      return go(at + 1)
    case 'ArrowUp':
      return go(at - 1)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'Enter':
    case ' ':
      return { kind: 'choose' }
    case rightToLeft ? 'ArrowLeft' : 'ArrowRight':
      return row?.expanded === false ? { kind: 'toggle' } : row?.expanded ? go(at + 1) : undefined
    case rightToLeft ? 'ArrowRight' : 'ArrowLeft':
      if (row?.expanded) return { kind: 'toggle' }
      return go(rows.findIndex(({ node }) => node.id === row?.node.parentId))
  }
  return undefined
}
