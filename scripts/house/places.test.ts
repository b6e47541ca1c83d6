import { expect, test } from 'vitest'
import { misplaced } from './places.ts'

const api = 'apps/api/src'
const desk = 'apps/console/src'
const shared = `${desk}/shared`
const contract = 'packages/contract/src'

test.each([
  [`${api}/cellar/bill/bill.ts`, 'cellar is no floor: see scripts/house/floors.ts'],
  [
    `${api}/billing/orders/routes.ts`,
    'orders is no feature of billing: see scripts/house/floors.ts',
  ],
  [
    `${api}/billing/routes.ts`,
    'a loose file is no feature of billing: see scripts/house/floors.ts',
  ],
  [`${contract}/bills/bill.ts`, 'bills is no floor: see scripts/house/floors.ts'],
  [`${api}/billing/bill/act.js`, 'code is .ts or .tsx: the checks of the house read nothing else'],
  [
    'apps/shop/src/main.ts',
    'this is in the src of no known app or package: see scripts/house/floors.ts',
  ],
  [
    'packages/money/src/money.ts',
    'this is in the src of no known app or package: see scripts/house/floors.ts',
  ],
  [
    'apps/api/tool.ts',
    'this is in the src of no known app or package: see scripts/house/floors.ts',
  ],
  [
    `${desk}/billing/parts.tsx`,
    'a loose file is no feature of billing: see scripts/house/floors.ts',
  ],
  [
    `${desk}/billing/orders/OrderPage.tsx`,
    'orders is no feature of billing: see scripts/house/floors.ts',
  ],
  [`${desk}/money/bill/BillPage.tsx`, 'bill is no feature of money: see scripts/house/floors.ts'],
  [`${shared}/parts.tsx`, 'a loose file is no feature of shared: see scripts/house/floors.ts'],
  [`${shared}/parts/Parts.tsx`, 'parts is no feature of shared: see scripts/house/floors.ts'],
  [`${contract}/bill.ts`, 'only the registry lies above the floors'],
  [
    `${contract}/billing/bill/bill.ts`,
    'the contract has one file per record and no folders below a floor',
  ],
  ['lab/stories/lib/bill.e2e.ts', 'lib is no floor: see scripts/house/floors.ts'],
  ['lab/stories/tools/bill.ts', 'tools is no floor: see scripts/house/floors.ts'],
  ['lab/stories/stack.ts', 'a story lies on the floor of what it is about'],
  ['lab/stories/bills/bill.e2e.ts', 'bills is no floor: see scripts/house/floors.ts'],
  ['lab/stack.ts', 'a file of the lab lies on a floor, or in what stands on them'],
  ['lab/cellar/stack.ts', 'cellar is no part of the lab: see scripts/house/floors.ts'],
  ['lab/ground/net/ports.ts', 'a floor of the lab has no folders'],
  ['lab/torture/client.ts', 'each torture has a folder of its own'],
  ['lab/bench/sim.ts', 'each bench has a folder of its own'],
  ['lab/ground/ports.js', 'code is .ts or .tsx: the checks of the house read nothing else'],
  ['scripts/tools/dev.ts', 'tools is no room of the scripts: see scripts/house/floors.ts'],
  ['lab/stories/bill.e2e.ts', 'a story lies on the floor of what it is about'],
])('%s may not lie there', (file, why) => expect(misplaced(file)).toBe(why))

test.each([
  `${api}/http.ts`,
  `${api}/billing/bill/act.ts`,
  `${api}/lib/file/csv.ts`,
  `${api}/test/make.ts`,
  `${contract}/registry.ts`,
  `${contract}/billing/bill.ts`,
  `${contract}/lib/errors/billing.ts`,
  `${desk}/main.ts`,
  `${desk}/ui/Money.tsx`,
  `${desk}/billing/bill/list/BillListPage.tsx`,
  `${shared}/bill/BillLink.tsx`,
  'apps/console/vite.config.ts',
  'apps/console/build/size.ts',
  'packages/paypal/src/client.ts',
  'lab/stories/billing/bill.e2e.ts',
  'lab/stack/openStack.ts',
  'lab/torture/cluster/machine/door.ts',
  'lab/faults/list/money.ts',
  'scripts/dev.ts',
  'scripts/house/check.ts',
  'lab/stories/lib/stack.ts',
  'lab/stories/playwright.config.ts',
])('%s may lie there', (file) => expect(misplaced(file)).toBeUndefined())
