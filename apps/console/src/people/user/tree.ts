import type { UserTreeNode } from '@paydesk/contract/people/user'

export type Tree = {
  list: readonly UserTreeNode[]
  byId: ReadonlyMap<string, UserTreeNode>
  /** The children of each parent; users who report to nobody are under ''. */
  children: ReadonlyMap<string, readonly UserTreeNode[]>
  /** How many users are below each user, without the user. */
  below: ReadonlyMap<string, number>
}

/** A line of the tree on the screen. `expanded` is undefined if there is nothing to unfold. */
export type TreeRow = {
  node: UserTreeNode
  expanded: boolean | undefined
  position: number
  siblings: number
}

const keyOf = (parentId: string | null) => parentId ?? ''

/** Relies on the contract: parents come before their children. */
export function treeOf(list: readonly UserTreeNode[]): Tree {
  const below = new Map(list.map(({ id }) => [id, 0]))
  for (const { id, parentId } of list.toReversed())
    if (parentId) below.set(parentId, (below.get(parentId) ?? 0) + (below.get(id) ?? 0) + 1)
  return {
    list,
    byId: new Map(list.map((node) => [node.id, node])),
    children: Map.groupBy(list, ({ parentId }) => keyOf(parentId)),
    below,
  }
}

/**
 * The lines to show: everything unfolded, or with a keyword the users who match, below
 * everyone they report to.
 */
export function rowsOf(tree: Tree, expanded: ReadonlySet<string>, keyword = ''): TreeRow[] {
  const wanted = keyword ? matchesWithParents(tree, keyword) : undefined
  const rows: TreeRow[] = []
  const visit = (parentId: string | null) => {
    const all = tree.children.get(keyOf(parentId)) ?? []
    const shown = wanted ? all.filter(({ id }) => wanted.has(id)) : all
    for (const [index, node] of shown.entries()) {
      const inside = tree.children.get(node.id) ?? []
      const unfolds = wanted ? inside.some(({ id }) => wanted.has(id)) : inside.length > 0
      const open = unfolds && (wanted !== undefined || expanded.has(node.id))
      rows.push({
        node,
        expanded: unfolds ? open : undefined,
        position: index + 1,
        siblings: shown.length,
      })
      if (open) visit(node.id)
    }
  }
  visit(null)
  return rows
}

function matchesWithParents({ list, byId }: Tree, keyword: string): Set<string> {
  const text = keyword.toLowerCase()
  const found = new Set<string>()
  for (const node of list)
    if (node.name.toLowerCase().includes(text) || node.username.toLowerCase().includes(text))
      for (
        let at: UserTreeNode | undefined = node;
        at && !found.has(at.id);
        at = byId.get(at.parentId ?? '')
      )
        found.add(at.id)
  return found
}

/** Whether `id` is `ancestorId` or below: a user cannot report to any of these. */
export function isWithin({ byId }: Tree, id: string, ancestorId: string): boolean {
  for (let at = byId.get(id); at; at = byId.get(at.parentId ?? ''))
    if (at.id === ancestorId) return true
  return false
}

/**
 * Small companies start fully unfolded, large ones down to their second level; the path to the
 * chosen user is always open.
 */
export function initiallyExpanded({ list, byId }: Tree, selected: string | undefined): Set<string> {
  const expanded = new Set(
    list.filter(({ level }) => list.length <= 60 || level === 1).map(({ id }) => id),
  )
  for (
    let at = byId.get(byId.get(selected ?? '')?.parentId ?? '');
    at;
    at = byId.get(at.parentId ?? '')
  )
    expanded.add(at.id)
  return expanded
}
