import { type Rule, type RuleTemplate, ruleApi } from '@paydesk/contract/desk/rule'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { plansOf, readWhole, statementsOf } from '../../test/world/plans.ts'

const t = testApp()
let admin: TestUser

/** Most bills are paid; few of the open ones are due about now. */
beforeAll(async () => {
  admin = await make.admin(t)
  const accountId = await make.paypalAccount(t, admin.companyId)
  const customerId = await make.customer(t, admin)
  await t.owner(
    `insert into bill (
       company_id, number, title, customer_id, customer_name, currency, total_minor, due_minor,
       owner_id, account_id, status, due_date, created_at
     )
     select $1, 'N-' || i, '', $2, '', 'USD', 100, case when i % 20 = 0 then 100 else 0 end, $3,
       $4, case when i % 20 = 0 then 'sent' else 'paid' end, current_date + 30 - i % 400,
       now() - i * interval '1 hour'
     from generate_series(1, 30000) i`,
    [admin.companyId, customerId, admin.userId, accountId],
  )
  await t.owner('vacuum analyze bill')
})

test.each<[RuleTemplate, object]>([
  ['remindBeforeDue', { days: 3 }],
  ['remindAfterDue', { days: 3, times: 3 }],
  ['cancelUnpaid', { days: 60 }],
])('%s finds its bills by their due day and never reads all of them', async (template, params) => {
  const body = {
    name: 'A',
    description: 'Five letters',
    template,
    type: 'daily',
    startAt: '2026-01-01T00:00:00.000Z',
    params,
  } as const
  const { id } = dataOf<Rule>(await t.as(admin).call(ruleApi.create, { body: body as never }))
  const sent = await statementsOf(/from bill b join/, () =>
    t.as(admin).call(ruleApi.preview, { params: { id } }),
  )
  const plans = await plansOf(t, admin, sent)
  expect(readWhole(plans, /^bill$/)).toEqual([])
  expect(plans.some((plan) => plan['Index Name'] === 'bill_due')).toBe(true)
})
