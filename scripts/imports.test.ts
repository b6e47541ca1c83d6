import { describe, expect, test } from 'vitest'
import { breach, findCycle, readImports } from './imports.ts'

describe('import rules', () => {
  test.each([
    ['packages/contract/src/billing/bill.ts', 'kysely', 'the contract imports zod and itself only'],
    ['apps/console/src/billing/bill/list/BillListPage.tsx', 'apps/api/src/app.ts', 'apps never import each other'],
    [
      'apps/console/src/billing/bill/list/BillListPage.tsx',
      'apps/console/src/desk/home/HomePage.tsx',
      'a feature never imports another feature',
    ],
    ['apps/console/src/lib/api/api.ts', 'apps/console/src/ui/Money.tsx', 'lib imports lib only'],
    ['apps/console/src/ui/Money.tsx', 'apps/console/src/app/routes.ts', 'only entry points and app import app'],
    ['apps/api/src/lib/db.ts', 'apps/api/src/billing/bill/bill.ts', 'lib imports lib only'],
    ['apps/api/src/desk/home/routes.ts', 'apps/api/src/billing/bill/routes.ts', 'of another feature only its bill.ts may be imported'],
    ['apps/api/src/billing/bill/bill.ts', 'apps/api/src/app.ts', 'features and lib never import entry points'],
    ['apps/api/src/bill/index.ts', 'apps/api/src/billing/bill/bill.ts', 'no barrel files'],
  ])('%s → %s is refused', (from, to, why) => expect(breach({ from, to })).toBe(why))

  test.each([
    ['apps/api/src/desk/home/routes.ts', 'apps/api/src/billing/bill/bill.ts'],
    ['apps/console/src/app/routes.ts', 'apps/console/src/billing/bill/list/BillListPage.tsx'],
    ['apps/api/src/billing/bill/routes.ts', 'packages/contract/src/billing/bill.ts'],
    ['packages/contract/src/billing/bill.ts', 'zod'],
  ])('%s → %s is allowed', (from, to) => expect(breach({ from, to })).toBeUndefined())
})

test('imports of every form are seen', () => {
  const text = `import a from './a.ts'\nimport type { B } from './b.ts'\nexport { c } from './c.ts'\nconst d = () => import('./d.ts')\nimport { bill } from '@paydesk/contract/billing/bill'`
  const { all, eager } = readImports('apps/api/src/bill/x.ts', text)
  expect(all.map(({ to }) => to)).toEqual([
    'apps/api/src/bill/a.ts',
    'apps/api/src/bill/b.ts',
    'packages/contract/src/billing/bill.ts',
    'apps/api/src/bill/c.ts',
    'apps/api/src/bill/d.ts',
  ])
  expect(eager.map(({ to }) => to)).not.toContain('apps/api/src/bill/b.ts')
})

test('a cycle is named', () => {
  const edge = (from: string, to: string) => ({ from, to })
  expect(findCycle([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual(['b', 'c', 'b'])
  expect(findCycle([edge('a', 'b'), edge('a', 'c'), edge('b', 'c')])).toBeUndefined()
})
