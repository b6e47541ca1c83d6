import { describe, expect, test } from 'vitest'
import { breach, featureImports, findCycle, misplaced, readImports } from './imports.ts'

const api = 'apps/api/src'
const desk = 'apps/console/src'
const contract = 'packages/contract/src'

describe('import rules', () => {
  test.each([
    [`${contract}/billing/bill.ts`, 'kysely', 'the contract imports zod and itself only'],
    [`${contract}/people/user.ts`, `${contract}/billing/approval.ts`, 'people lies below billing: nothing imports upwards'],
    ['packages/paypal/src/client.ts', `${contract}/lib/money.ts`, 'what PayPal says knows nothing of us'],
    [`${desk}/billing/bill/list/BillListPage.tsx`, `${api}/app.ts`, 'apps never import each other'],
    [`${desk}/desk/home/HomePage.tsx`, `${desk}/billing/bill/list/BillListPage.tsx`, 'a feature never imports another feature'],
    [`${desk}/billing/bill/page/BillPage.tsx`, `${desk}/billing/customer/parts.tsx`, 'a feature never imports another feature'],
    [`${desk}/lib/api/api.ts`, `${desk}/ui/Money.tsx`, 'lib lies below ui: nothing imports upwards'],
    [`${desk}/ui/Money.tsx`, `${desk}/shared/bill/BillLink.tsx`, 'ui lies below shared: nothing imports upwards'],
    [`${desk}/shared/bill/BillLink.tsx`, `${desk}/billing/bill/status.ts`, 'shared lies below billing: nothing imports upwards'],
    [`${desk}/ui/Money.tsx`, `${desk}/app/routes.ts`, 'ui lies below app: nothing imports upwards'],
    [`${api}/lib/db.ts`, `${api}/billing/bill/bill.ts`, 'lib lies below billing: nothing imports upwards'],
    [`${api}/people/notice/jobs.ts`, `${api}/billing/dispute/dispute.ts`, 'people lies below billing: nothing imports upwards'],
    [`${api}/money/transaction/apply.ts`, `${api}/intake/event/event.ts`, 'money lies below intake: nothing imports upwards'],
    [`${api}/desk/home/routes.ts`, `${api}/billing/bill/routes.ts`, 'of another feature only its bill.ts may be imported'],
    [`${api}/billing/refund/ask.ts`, `${api}/billing/bill/act.ts`, 'of another feature only its bill.ts may be imported'],
    [`${api}/billing/bill/bill.ts`, `${api}/app.ts`, 'only entry points import entry points'],
    [`${api}/billing/bill/bill.ts`, `${api}/test/make.ts`, 'only tests import tests'],
    [`${api}/cellar/bill/bill.ts`, `${api}/lib/db.ts`, 'cellar is no floor: see scripts/house/floors.ts'],
    [`${api}/billing/bill/index.ts`, `${api}/billing/bill/bill.ts`, 'no barrel files'],
  ])('%s → %s is refused', (from, to, why) => expect(breach({ from, to })).toBe(why))

  test.each([
    [`${api}/desk/home/routes.ts`, `${api}/billing/bill/bill.ts`],
    [`${api}/billing/refund/ask.ts`, `${api}/billing/bill/bill.ts`],
    [`${api}/routes.ts`, `${api}/billing/bill/routes.ts`],
    [`${desk}/app/routes.ts`, `${desk}/billing/bill/list/BillListPage.tsx`],
    [`${desk}/billing/bill/page/BillPage.tsx`, `${desk}/shared/bill/BillLink.tsx`],
    [`${desk}/shared/transaction/MatchLines.tsx`, `${desk}/shared/bill/BillLink.tsx`],
    [`${api}/billing/bill/routes.ts`, `${contract}/billing/bill.ts`],
    [`${contract}/billing/bill.ts`, 'zod'],
    [`${contract}/registry.ts`, `${contract}/desk/home.ts`],
    [`${api}/lib/tenant.test.ts`, `${api}/billing/bill/act.ts`],
  ])('%s → %s is allowed', (from, to) => expect(breach({ from, to })).toBeUndefined())
})

test.each([
  [`${api}/cellar/bill/bill.ts`, 'cellar is no floor: see scripts/house/floors.ts'],
  [`${api}/billing/orders/routes.ts`, 'orders is no feature of billing: see scripts/house/floors.ts'],
  [`${api}/billing/routes.ts`, 'a loose file is no feature of billing: see scripts/house/floors.ts'],
  [`${contract}/bills/bill.ts`, 'bills is no floor: see scripts/house/floors.ts'],
  ['e2e/bills/bill.e2e.ts', 'bills is no floor: see scripts/house/floors.ts'],
  ['e2e/bill.e2e.ts', 'a story lies on the floor of what it is about'],
  [`${api}/billing/bill/act.ts`, undefined],
  ['e2e/billing/bill.e2e.ts', undefined],
])('%s may not lie there', (file, why) => expect(misplaced(file)).toBe(why))

test('imports of every form are seen, types among them', () => {
  const text = `import a from './a.ts'\nimport type { B } from './b.ts'\nexport { c } from './c.ts'\nconst d = () => import('./d.ts')\nimport { bill } from '@paydesk/contract/billing/bill'`
  const read = readImports(`${api}/billing/bill/x.ts`, text)
  expect(read.all.map(({ to }) => to)).toEqual([
    `${api}/billing/bill/a.ts`,
    `${api}/billing/bill/b.ts`,
    `${contract}/billing/bill.ts`,
    `${api}/billing/bill/c.ts`,
    `${api}/billing/bill/d.ts`,
  ])
  expect(read.static.map(({ to }) => to)).not.toContain(`${api}/billing/bill/d.ts`)
})

test('a cycle is named', () => {
  const edge = (from: string, to: string) => ({ from, to })
  expect(findCycle([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual(['b', 'c', 'b'])
  expect(findCycle([edge('a', 'b'), edge('a', 'c'), edge('b', 'c')])).toBeUndefined()
})

test('a cycle of features is found where no file is in a circle', () => {
  const imports = [
    { from: `${api}/people/session/routes.ts`, to: `${api}/people/user/user.ts` },
    { from: `${api}/people/user/change.ts`, to: `${api}/people/session/session.ts` },
  ]
  expect(findCycle(imports)).toBeUndefined()
  expect(findCycle(featureImports(imports))).toEqual(['apps/api/people/session', 'apps/api/people/user', 'apps/api/people/session'])
})
