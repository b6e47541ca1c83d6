import { type Bill, type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { ruleApi } from '@paydesk/contract/desk/rule'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import { type Notice, noticeApi } from '@paydesk/contract/people/notice'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { billWorld, dataOf, isSent } from '../../test/world/billWorld.ts'

const world = billWorld()
const { t } = world

const remind = ({ id, version }: Bill, by: TestUser = world.operator) =>
  t.as(by).call(billApi.remind, { params: { id }, body: { version } })
const rowOf = async ({ number }: Bill) =>
  dataOf<{ list: BillRow[] }>(await world.as().call(billApi.list, { query: { keyword: number } }))
    .list[0]
const outcomes = async (ids: string[], by: TestUser = world.operator) =>
  dataOf<Reply<typeof billApi.outcome>>(await t.as(by).call(billApi.outcome, { query: { ids } }))
    .list
const told = async (who: TestUser, { id }: Bill) =>
  dataOf<{ list: Notice[] }>(await t.as(who).call(noticeApi.list, {})).list.filter(
    ({ kind, data }) => kind === 'billRefused' && data.billId === id,
  )
/** PayPal does not know the invoice any more. */
const gone = ({ id }: Bill) =>
  t.owner(`update bill set provider_invoice_id = 'INV2-AAAA-AAAA-AAAA-AAAA' where id = $1`, [id])

test('a reminder that PayPal refuses is told to the owner and to whoever asked, and marks the row until something succeeds', async () => {
  const [open, fine] = [await world.sent(), await world.sent()]
  await gone(open)
  const boss = await make.user(t, { companyId: world.operator.companyId, roles: ['Admin'] })
  expect(await rowOf(open)).toMatchObject({ busy: false, failed: null })
  expect(dataOf<Bill>(await remind(open, boss))).toMatchObject({ busy: true })
  // While it is on its way, the outcome says so.
  expect(await outcomes([open.id])).toHaveLength(1)
  dataOf(await remind(fine))
  await world.becomes(open.id, ({ busy }) => !busy)
  await world.becomes(fine.id, ({ busy }) => !busy)
  expect(await rowOf(open)).toMatchObject({ busy: false, failed: 'remindInvoice', status: 'sent' })
  expect(await rowOf(fine)).toMatchObject({ busy: false, failed: null })
  for (const who of [world.operator, boss])
    expect(await told(who, open)).toMatchObject([
      { data: { billNumber: open.number, what: 'remind' } },
    ])
  expect(await told(world.operator, fine)).toEqual([])
  const both = await outcomes([open.id, fine.id])
  expect(both.find(({ id }) => id === open.id)).toMatchObject({
    busy: false,
    operation: null,
    failure: { action: 'remindInvoice' },
  })
  expect(both.find(({ id }) => id === fine.id)).toMatchObject({
    busy: false,
    operation: null,
    failure: null,
  })
  expect(await outcomes([fine.id])).toHaveLength(1)
  // The log says that somebody reminded, not that the reminder wrote the bill's title,
  // owner and currency.
  expect(
    await t.owner(
      `select before, after from audit_entry where entity_id = $1 and action = 'bill.remind'`,
      [fine.id],
    ),
  ).toEqual([{ before: {}, after: {} }])
  expect(
    await t.owner(
      `select before, after from audit_entry where entity_id = $1 and action = 'bill.send'`,
      [fine.id],
    ),
  ).toEqual([{ before: { status: 'draft' }, after: { status: 'sending' } }])
  expect(
    await outcomes(
      [open.id, fine.id],
      await make.operator(t, { companyId: world.operator.companyId }),
    ),
  ).toEqual([])
}, 60_000)

test('a bill that went out as a link to nobody is not reminded of, by a person or by a rule', async () => {
  const { companyId } = world.operator
  const [customer] = await t.owner<{ id: string }>(
    `insert into customer (company_id, owner_id, name) values ($1, $2, 'Nobody') returning id`,
    [companyId, world.operator.userId],
  )
  const draft = await world.create({ customerId: customer?.id as string })
  await world.send(draft, 'link')
  const open = await world.becomes(draft.id, isSent)
  expect([open.hasEmail, (await rowOf(open))?.hasEmail, (await world.sent()).hasEmail]).toEqual([
    false,
    false,
    true,
  ])
  expect(await remind(open)).toMatchObject({
    status: 422,
    body: { errorCode: 'bill.remindNobody' },
  })
  expect(
    await t.owner(`select from operation where bill_id = $1 and kind = 'remindInvoice'`, [open.id]),
  ).toEqual([])

  const boss = await make.user(t, { companyId, roles: ['Admin'] })
  // A look at PayPal, which each event brings about, writes PayPal's own due date back.
  const late = () =>
    t.owner(
      `update bill
       set due_date = current_date - 10, sent_at = now() - interval '20 days'
       where company_id = $1`,
      [companyId],
    )
  const rule = (template: 'remindAfterDue' | 'cancelUnpaid') =>
    t.as(boss).call(ruleApi.create, {
      body: {
        name: template,
        description: '逾期后提醒客户',
        template,
        type: 'daily',
        startAt: new Date().toISOString(),
        params: { days: 3, ...(template === 'remindAfterDue' && { times: 1 }) },
      } as never,
    })
  const [{ n } = { n: 0 }] = await t.owner<{ n: number }>(
    `select count(*)::int as n from bill where company_id = $1 and status = 'sent'`,
    [companyId],
  )
  for (const [template, bills] of [
    ['remindAfterDue', n - 1] as const,
    ['cancelUnpaid', n] as const,
  ]) {
    const { id } = dataOf<{ id: string }>(await rule(template))
    const preview = async () => {
      await late()
      return dataOf(await t.as(boss).call(ruleApi.preview, { params: { id } }))
    }
    await expect.poll(preview, { message: template, timeout: 20_000 }).toMatchObject({ bills })
  }
}, 60_000)
