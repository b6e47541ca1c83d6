import { expect, test } from 'vitest'
import { make } from '../../../test/make.ts'
import { testApp } from '../../../test/testApp.ts'
import { addTransactions } from '../../../test/world/transactions.ts'

const t = testApp()

/**
 * A bill of 100.00 of which a person recorded 40.00 as paid outside, and how a row of the same
 * amount is matched to it.
 */
async function world() {
  const admin = await make.admin(t)
  const { companyId } = admin
  const accountId = await make.paypalAccount(t, companyId)
  const bill = await make.bill(t, admin, { status: 'partiallyPaid' })
  await t.owner(
    'update bill set account_id = $2, total_minor = 10000, paid_minor = 4000, due_minor = 6000 where id = $1',
    [bill.id, accountId],
  )
  const record = () =>
    t.owner(
      `insert into bill_payment (
         company_id, bill_id, account_id, provider_payment_id, source, currency, amount_minor,
         paid_on, note
       )
       values ($1, $2, $3, $4, 'external', 'USD', 4000, current_date, 'came by PayPal')`,
      [companyId, bill.id, accountId, crypto.randomUUID()],
    )
  const match = async (providerId: string, rule: string) => {
    const [id] = await addTransactions(t, companyId, [
      { accountId, gross: 4000, providerId, matchState: 'auto', matched: 4000 },
    ])
    await t.owner(
      `insert into match_line (company_id, transaction_id, bill_id, amount_minor, rule)
       values ($1, $2, $3, 4000, $4)`,
      [companyId, id, bill.id, rule],
    )
  }
  const owed = async () =>
    (
      await t.owner(
        'select due_minor::int as due, elsewhere_minor::int as elsewhere from bill where id = $1',
        [bill.id],
      )
    )[0]
  return { record, match, owed }
}

test('money that a person recorded before its row came lowers the bill once, in either order', async () => {
  for (const order of ['record', 'match'] as const) {
    const w = await world()
    if (order === 'record') await w.record()
    await w.match('FIRST', 'number')
    if (order === 'match') await w.record()
    expect(await w.owed()).toEqual({ due: 6000, elsewhere: 0 })
    // One recorded payment is one row: a second row is other money.
    await w.match('SECOND', 'number')
    expect(await w.owed()).toEqual({ due: 2000, elsewhere: 4000 })
  }
})

test('what a person matches by hand is other money', async () => {
  const w = await world()
  await w.record()
  await w.match('FIRST', 'manual')
  expect(await w.owed()).toEqual({ due: 2000, elsewhere: 4000 })
})
