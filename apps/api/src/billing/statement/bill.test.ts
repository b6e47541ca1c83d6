import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billWorld, dataOf } from '../../test/world/billWorld.ts'
import { paperOf } from './bill.ts'
import { wrapped } from './paper.ts'

const world = billWorld()
const { t } = world
const company = { name: 'Acme', legalName: '', logo: undefined }
const onPaper = (bill: Bill) => paperOf(bill, company, 'Asia/Shanghai')
const sumOf = (bill: Bill, label: string) =>
  onPaper(bill).sums.find((sum) => sum.label === label)?.amount.amountMinor ?? 0

test('a bill’s paper adds up from lines to what is due, before and after its payment, and tells nothing internal', async () => {
  const items = [
    {
      name: 'Widget',
      description: 'Blue',
      quantity: '3',
      unitAmountMinor: 3333,
      taxName: 'VAT',
      taxPercent: '7.5',
    },
    { name: '手工费', quantity: '1.5', unitAmountMinor: 1999, discount: { percent: '10' } },
  ]
  const more = {
    items,
    discount: { amountMinor: 500 },
    shipping: { amountMinor: 700 },
    memo: 'INTERNAL',
    tags: ['SECRET'],
  }
  const draft = dataOf<Bill>(
    await world.as().call(billApi.create, { body: { ...world.input(), ...more } }),
  )
  const paper = onPaper(draft)
  expect(paper.items.reduce((sum, { amount }) => sum + amount.amountMinor, 0)).toBe(
    sumOf(draft, 'Subtotal'),
  )
  const parts = ['Subtotal', 'Discount', 'Shipping', 'Tax'].map((label) => sumOf(draft, label))
  expect(parts.every((part) => part !== 0)).toBe(true)
  expect(parts.reduce((sum, part) => sum + part)).toBe(sumOf(draft, 'Total'))
  expect([paper.stamp, sumOf(draft, 'Amount due'), paper.payment]).toEqual([
    'Draft',
    draft.totalMinor,
    undefined,
  ])
  expect(JSON.stringify(paper)).not.toMatch(/INTERNAL|SECRET/)

  await world.send(draft)
  const sent = await world.becomes(draft.id, ({ status, busy }) => status === 'sent' && !busy)
  expect([onPaper(sent).stamp, onPaper(sent).payment?.url]).toEqual(['', sent.payUrl])
  await world.pay(sent)
  const paid = await world.becomes(sent.id, ({ status }) => status === 'paid')
  expect([onPaper(paid).stamp, sumOf(paid, 'Paid'), sumOf(paid, 'Amount due')]).toEqual([
    'Paid',
    -paid.totalMinor,
    0,
  ])
  const answer = await t.app.inject({
    url: `/api/payPalBill/${paid.id}/pdf`,
    headers: { authorization: world.operator.token },
  })
  expect([
    answer.statusCode,
    answer.headers['content-type'],
    answer.rawPayload.subarray(0, 5).toString(),
  ]).toEqual([200, 'application/pdf', '%PDF-'])
}, 60_000)

test('wrapped text loses nothing but blanks, and no line is wider than its place', () => {
  const doc = { widthOfString: (text: string) => text.length }
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 2, max: 30 }), (text, width) => {
      const lines = wrapped(doc, text, width)
      const solid = (of: string) => of.replace(/\s/g, '')
      expect(solid(lines.join(''))).toBe(solid(text))
      expect(lines.every((line) => line.length <= width)).toBe(true)
    }),
  )
})
