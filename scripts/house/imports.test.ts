import { describe, expect, test } from 'vitest'
import { breach } from './imports.ts'

const api = 'apps/api/src'
const desk = 'apps/console/src'
const contract = 'packages/contract/src'

describe('import rules', () => {
  test.each([
    [`${contract}/billing/bill.ts`, 'kysely', 'the contract imports zod and itself only'],
    [
      `${contract}/people/user.ts`,
      `${contract}/billing/approval.ts`,
      'people lies below billing: nothing imports upwards',
    ],
    [
      'packages/paypal/src/client.ts',
      `${contract}/lib/money.ts`,
      'what PayPal says knows nothing of us',
    ],
    [`${desk}/billing/bill/list/BillListPage.tsx`, `${api}/app.ts`, 'apps never import each other'],
    [
      `${desk}/desk/home/HomePage.tsx`,
      `${desk}/billing/bill/list/BillListPage.tsx`,
      'a feature never imports another feature',
    ],
    [
      `${desk}/billing/bill/page/BillPage.tsx`,
      `${desk}/billing/customer/parts.tsx`,
      'a feature never imports another feature',
    ],
    [
      `${desk}/lib/api/api.ts`,
      `${desk}/ui/Money.tsx`,
      'lib lies below ui: nothing imports upwards',
    ],
    [
      `${desk}/ui/Money.tsx`,
      `${desk}/shared/bill/BillLink.tsx`,
      'ui lies below shared: nothing imports upwards',
    ],
    [
      `${desk}/shared/bill/BillLink.tsx`,
      `${desk}/billing/bill/status.ts`,
      'shared lies below billing: nothing imports upwards',
    ],
    [`${desk}/ui/Money.tsx`, `${desk}/app/routes.ts`, 'ui lies below app: nothing imports upwards'],
    [
      `${api}/lib/db.ts`,
      `${api}/billing/bill/bill.ts`,
      'lib lies below billing: nothing imports upwards',
    ],
    [
      `${api}/people/notice/jobs.ts`,
      `${api}/billing/dispute/dispute.ts`,
      'people lies below billing: nothing imports upwards',
    ],
    [
      `${api}/money/transaction/apply.ts`,
      `${api}/intake/event/event.ts`,
      'money lies below intake: nothing imports upwards',
    ],
    [
      `${api}/desk/home/routes.ts`,
      `${api}/billing/bill/routes.ts`,
      'of another feature only its bill.ts may be imported',
    ],
    [
      `${api}/billing/refund/ask.ts`,
      `${api}/billing/bill/act.ts`,
      'of another feature only its bill.ts may be imported',
    ],
    [`${api}/billing/bill/bill.ts`, `${api}/app.ts`, 'only entry points import entry points'],
    [
      `${api}/desk/home/routes.ts`,
      `${api}/cli/bootstrap.ts`,
      'desk lies below cli: nothing imports upwards',
    ],
    [
      `${api}/cli/verify.ts`,
      'scripts/dev.ts',
      'apps and packages import each other’s src and npm packages only',
    ],
    [`${api}/billing/bill/bill.ts`, `${api}/test/make.ts`, 'only tests import tests'],
    [
      `${api}/cellar/bill/bill.ts`,
      `${api}/lib/db.ts`,
      'cellar is no floor: see scripts/house/floors.ts',
    ],
    [`${api}/billing/bill/index.ts`, `${api}/billing/bill/bill.ts`, 'no index files'],
    [
      `${api}/lib/db.ts`,
      'lab/ground/postgres.ts',
      'apps and packages import each other’s src and npm packages only',
    ],
    [
      `${desk}/app/routes.ts`,
      'lab/stories/lib/pages.ts',
      'apps and packages import each other’s src and npm packages only',
    ],
    [
      'packages/paypal/src/client.ts',
      'lab/bench/sim/run.ts',
      'apps and packages import each other’s src and npm packages only',
    ],
    [
      'apps/paypal-sim/src/main.ts',
      'lab/torture/run.ts',
      'apps and packages import each other’s src and npm packages only',
    ],
    [
      'lab/stories/lib/people.ts',
      `${api}/people/session/password.ts`,
      'of the apps, stories import the API’s lib and what its features export',
    ],
    [
      'lab/stories/app/layout.e2e.ts',
      `${desk}/app/routes.ts`,
      'of the apps, stories import the API’s lib and what its features export',
    ],
    ['lab/ground/owner.ts', 'scripts/dev.ts', 'the lab knows nothing of the scripts'],
    ['lab/torture/bills/run.ts', 'scripts/house/check.ts', 'the lab knows nothing of the scripts'],
    [
      'lab/ground/owner.ts',
      'lab/world/companies.ts',
      'ground lies below world: nothing imports upwards',
    ],
    [
      'lab/world/accounts.ts',
      'lab/stack/openStack.ts',
      'world lies below stack: nothing imports upwards',
    ],
    [
      'lab/stack/openStack.ts',
      'lab/truth/bills.ts',
      'stack lies below truth: nothing imports upwards',
    ],
    [
      'lab/truth/bills.ts',
      'lab/torture/limits/work.ts',
      'truth lies below torture: nothing imports upwards',
    ],
    [
      'lab/bench/web/run.ts',
      'lab/stories/lib/fixtures.ts',
      'bench and stories are equals: what both need lies on a floor of the lab',
    ],
    [
      'lab/drill/run.ts',
      'lab/torture/limits/work.ts',
      'drill and torture are equals: what both need lies on a floor of the lab',
    ],
    [
      'lab/stories/billing/bill.e2e.ts',
      'lab/demo/stage.ts',
      'stories and demo are equals: what both need lies on a floor of the lab',
    ],
    ['scripts/schema/schema.ts', 'scripts/start.ts', 'nothing imports what people type'],
    [
      `${api}/lib/secret.test.ts`,
      'lab/stack/openStack.ts',
      'of the lab, tests use world and ground only',
    ],
    [`${api}/test/make.ts`, 'lab/ops/rules.ts', 'of the lab, tests use world and ground only'],
    [
      `${api}/lib/secret.test.ts`,
      'scripts/house/check.ts',
      'apps and packages know nothing of the scripts',
    ],
    [
      `${api}/money/transaction/match.ts`,
      `${contract}/billing/bill.ts`,
      'money lies below the contract’s billing',
    ],
    [`${api}/lib/route.ts`, `${contract}/office/view.ts`, 'lib lies below the contract’s office'],
    [
      `${api}/desk/home/routes.ts`,
      `${contract}/registry.ts`,
      'desk lies below the contract’s registry',
    ],
    [
      `${desk}/ui/Money.tsx`,
      `${contract}/billing/bill.ts`,
      'ui knows no record: of the contract it imports lib only',
    ],
    [
      `${desk}/ui/table/ApiTable.tsx`,
      `${contract}/office/auditLog.ts`,
      'ui knows no record: of the contract it imports lib only',
    ],
    [
      `${desk}/lib/i18n.ts`,
      `${contract}/people/login.ts`,
      'lib knows no record: of the contract it imports lib only',
    ],
  ])('%s → %s is refused', (from, to, why) => expect(breach({ from, to })).toBe(why))

  test.each([
    [`${api}/desk/home/routes.ts`, `${api}/billing/bill/bill.ts`],
    [`${api}/billing/refund/ask.ts`, `${api}/billing/bill/bill.ts`],
    [`${api}/routes.ts`, `${api}/billing/bill/routes.ts`],
    [`${api}/cli/paydesk.ts`, `${api}/http.ts`],
    [`${api}/cli/verify.ts`, `${api}/money/ledger/verify.ts`],
    [`${api}/cli/bootstrap.ts`, `${contract}/people/user.ts`],
    [`${desk}/app/routes.ts`, `${desk}/billing/bill/list/BillListPage.tsx`],
    [`${desk}/billing/bill/page/BillPage.tsx`, `${desk}/shared/bill/BillLink.tsx`],
    [`${desk}/shared/transaction/MatchLines.tsx`, `${desk}/shared/bill/BillLink.tsx`],
    [`${api}/billing/bill/routes.ts`, `${contract}/billing/bill.ts`],
    [`${api}/billing/bill/routes.ts`, `${contract}/lib/money.ts`],
    [`${api}/openapi.ts`, `${contract}/registry.ts`],
    [`${api}/lib/route.test.ts`, `${contract}/billing/bill.ts`],
    [`${desk}/ui/table/ApiTable.tsx`, `${contract}/office/view.ts`],
    [`${desk}/ui/Money.tsx`, `${contract}/lib/money.ts`],
    [`${desk}/shared/bill/BillLink.tsx`, `${contract}/billing/bill.ts`],
    [`${contract}/billing/bill.ts`, 'zod'],
    [`${api}/lib/secret.test.ts`, 'lab/ground/masterKey.ts'],
    ['lab/stories/lib/people.ts', `${api}/people/session/session.ts`],
    ['lab/stories/lib/stack.ts', `${api}/lib/outside/outside.ts`],
    ['lab/stack/openStack.ts', 'lab/ground/postgres.ts'],
    ['lab/truth/bills.ts', 'lab/world/simulator.ts'],
    ['lab/torture/cluster/run.ts', 'lab/torture/limits/work.ts'],
    ['lab/torture/cluster/run.ts', `${api}/money/ledger/verify.ts`],
    ['scripts/dev.ts', 'lab/stack/openStack.ts'],
    ['scripts/schema/schema.ts', 'scripts/release/released.ts'],
    [`${api}/test/appInProcess.ts`, 'lab/world/simulator.ts'],
    ['lab/stories/lib/stack.ts', 'lab/ground/postgres.ts'],
    [`${contract}/registry.ts`, `${contract}/desk/home.ts`],
    [`${api}/lib/tenant.test.ts`, `${api}/billing/bill/act.ts`],
  ])('%s → %s is allowed', (from, to) => expect(breach({ from, to })).toBeUndefined())
})
