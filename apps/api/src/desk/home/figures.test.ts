import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { foldFigures } from './folder.ts'

const t = testApp()

/** Seeded, so that a failure can be repeated: it names its seed. */
function dice(seed: number) {
  let state = seed
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % sides
  }
  return { roll, one: <T>(of: readonly T[]) => of[roll(of.length)] as T }
}

const statuses = [
  'draft',
  'sendFailed',
  'sent',
  'paymentPending',
  'partiallyPaid',
  'paid',
  'refunded',
  'cancelled',
  'writtenOff',
]
const day = (offset: number) => new Date(Date.UTC(2026, 5, 1 + offset)).toISOString().slice(0, 10)

const held = `
  select company_id, owner_id, kind, day::text, currency, sum(row_count)::int as n,
    sum(amount_minor)::int as amount
  from (
    select company_id, owner_id, kind, day, currency, row_count, amount_minor
    from bill_figure
    where owner_id <> '00000000-0000-0000-0000-000000000000'
    union all
    select company_id, owner_id, kind, day, currency, row_count, amount_minor
    from bill_figure_delta
  ) f
  group by 1, 2, 3, 4, 5
  having sum(row_count) <> 0 or sum(amount_minor) <> 0
  order by 1, 2, 3, 4, 5`
const ofCompanies = `
  select company_id, kind, day::text, currency, row_count::int as n, amount_minor::int as amount
  from bill_figure
  where owner_id = '00000000-0000-0000-0000-000000000000' order by 1, 2, 3, 4`

/** Sums straight from the bills, written independently of the code under test. */
const direct = `
  select company_id, owner_id, kind, day::text, currency, count(*)::int as n,
    sum(amount)::int as amount
  from (
    select company_id, owner_id, 'owing' as kind, coalesce(due_date, 'infinity') as day, currency,
      due_minor as amount
    from bill
    where status in ('sent', 'partiallyPaid') and due_minor > 0
    union all
    select company_id, owner_id, 'settling', 'infinity', currency, due_minor
    from bill
    where status = 'paymentPending' or (status in ('sent', 'partiallyPaid') and due_minor = 0)
    union all
    select company_id, owner_id, 'refused', 'infinity', currency, total_minor
    from bill
    where status = 'sendFailed'
    union all
    select b.company_id, b.owner_id, 'collected', p.counted_on, p.currency, p.amount_minor
    from bill_payment p
    join bill b on b.id = p.bill_id
    where not p.pending
    union all
    select b.company_id, b.owner_id, 'fee', p.counted_on, p.currency, p.fee_minor
    from bill_payment p
    join bill b on b.id = p.bill_id
    where not p.pending and p.fee_minor is not null
    union all
    select b.company_id, b.owner_id, 'refunded', k.counted_on, k.currency, k.amount_minor
    from bill_back k
    join bill b on b.id = k.bill_id
    where k.kind <> 'fee'
    union all
    select b.company_id, b.owner_id, 'fee', k.counted_on, k.currency, k.fee_minor
    from bill_back k
    join bill b on b.id = k.bill_id
    where k.fee_minor <> 0
  ) d
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5`

test('after any history of bills the figures equal a sum over the bills, while several workers fold them', async () => {
  const owners: TestUser[][] = []
  for (let company = 0; company < 2; company++) {
    const first = await make.operator(t, {
      companyId: await make.company(t, {
        timezone: company ? 'Asia/Shanghai' : 'America/New_York',
      }),
    })
    owners.push([
      first,
      await make.operator(t, { companyId: first.companyId }),
      await make.operator(t, { companyId: first.companyId }),
    ])
  }
  const history = async (seed: number) => {
    const { roll, one } = dice(seed)
    const people = owners[seed % 2] as TestUser[]
    const bills: string[] = []
    for (let step = 0; step < 60; step++) {
      const bill = one(bills)
      const any = 'where id = any($1)'
      const some = bills.filter(() => roll(2) === 0)
      switch (bill ? roll(9) : 0) {
        case 0:
          bills.push(
            (
              await make.bill(t, one(people), {
                status: one(statuses) as 'sent',
                currency: one(['USD', 'JPY']),
                dueDate: day(roll(9)),
              })
            ).id,
          )
          break
        case 1:
          await t.owner(`update bill set status = $2, due_minor = $3 ${any}`, [
            some,
            one(statuses),
            roll(3) * 100,
          ])
          break
        case 2:
          await t.owner(`update bill set owner_id = $2 ${any}`, [some, one(people).userId])
          break
        case 3:
          await t.owner(`update bill set due_date = $2, updated_at = now() ${any}`, [
            some,
            one([null, day(roll(9))]),
          ])
          break
        case 4:
        case 5:
          // Snapshots write like this: new and changed payments in one statement.
          await t.owner(
            `insert into bill_payment as p (
               company_id, bill_id, provider_payment_id, source, currency, amount_minor, pending,
               paid_on, fee_minor
             )
             select company_id, id, $2, 'paypal', currency, $3, $4, $5, $6 from bill ${any}
             on conflict (company_id, bill_id, provider_payment_id)
             do update set pending = excluded.pending, amount_minor = excluded.amount_minor`,
            [
              some,
              `P${roll(3)}`,
              100 + roll(5),
              roll(3) === 0,
              day(roll(9)),
              one([null, roll(20)]),
            ],
          )
          break
        case 6:
          await t.owner('update bill_payment set fee_minor = $2 where bill_id = any($1)', [
            some,
            roll(30),
          ])
          break
        case 7:
          await t.owner(
            'delete from bill_payment where bill_id = $1 and provider_payment_id = $2',
            [bill, `P${roll(3)}`],
          )
          break
        default:
          await t.owner(
            `insert into bill_refund (
               company_id, bill_id, provider_refund_id, source, currency, amount_minor, refunded_on
             )
             select company_id, id, $2, 'paypal', currency, 10, $3
             from bill ${any}
             on conflict do nothing`,
            [some, `R${roll(4)}`, day(roll(9))],
          )
      }
    }
  }
  let over = false
  const fold = async () => {
    let folded = 0
    while (!over) folded += await foldFigures(t.pool)
    return folded
  }
  const folding = [fold(), fold(), fold()]
  const seeds = [Date.now() % 100_000, 7, 8]
  await Promise.all(seeds.map(history))
  const expected = await t.owner(direct)
  expect(await t.owner(held), `seeds ${seeds}`).toEqual(expected)
  over = true
  expect((await Promise.all(folding)).reduce((sum, one) => sum + one)).toBeGreaterThan(100)
  await foldFigures(t.pool)
  expect(await t.owner(held)).toEqual(expected)
  expect(await t.owner('select from bill_figure where row_count = 0 and amount_minor = 0')).toEqual(
    [],
  )
  const kept = await t.owner(ofCompanies)
  await t.owner('select refill_bill_figures()')
  expect([await t.owner(held), await t.owner(ofCompanies)]).toEqual([expected, kept])
})
