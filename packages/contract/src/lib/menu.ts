import { type Access, canAccess } from './access.ts'
import type { Permission } from './permission.ts'

/**
 * The groups of the console's menu, each with the permission that shows it (spec §2) and what its
 * pages ask for. A page opens by its own permission alone; the group's only shows the group. A test
 * compares this with the console's routes.
 */
export const menuGroups: { group: Permission; pages: Access[] }[] = [
  { group: 'ViewPayPalBillManage', pages: ['ViewPayPalBill|ViewAllPayPalBill', 'ViewCustomer'] },
  {
    group: 'ViewFinanceManage',
    pages: [
      'ViewAllPayPalBill',
      'ViewPaypalTransaction',
      'ReconcileTransaction',
      'ViewDispute',
      'ApproveRefund',
    ],
  },
  {
    group: 'ViewSystemManage',
    pages: ['ViewUser', 'UpdateCompanySetting', 'ViewPaypalAccount', 'ViewAuditLog'],
  },
]

/**
 * empty: the group is shown and no page of it opens. hidden: these pages open by their address, and
 * no group of the menu shows them.
 */
export type MenuGap =
  | { kind: 'empty'; group: Permission }
  | { kind: 'hidden'; groups: Permission[]; pages: Permission[] }

/** Where people with these permissions and no others look for something in vain. */
export function menuGaps(permissions: readonly string[]): MenuGap[] {
  const holder = { roles: [], permissions }
  const shown = menuGroups.filter(({ group }) => canAccess(holder, group))
  const empty = shown.filter(({ pages }) => !pages.some((page) => canAccess(holder, page)))
  const isInMenu = (name: Permission) => shown.some((one) => namesOf(one).includes(name))
  const pages = [...new Set(menuGroups.flatMap(namesOf))].filter(
    (name) => permissions.includes(name) && !isInMenu(name),
  )
  const groups = menuGroups
    .filter((one) => namesOf(one).some((name) => pages.includes(name)))
    .map(({ group }) => group)
  return [
    ...empty.map(({ group }) => ({ kind: 'empty' as const, group })),
    ...(pages.length > 0 ? [{ kind: 'hidden' as const, groups, pages }] : []),
  ]
}

const namesOf = ({ pages }: { pages: Access[] }) =>
  pages.flatMap((page) => page.split('|')) as Permission[]
