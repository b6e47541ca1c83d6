import { expect, test } from 'vitest'
import { directSim } from '../test/directSim.ts'
import { controlActions } from './actions.ts'
import { controlState, deliveryList, invoiceList } from './state.ts'

const { world, sim, call, account } = directSim({ noise: false })
// biome-ignore lint/suspicious/noExplicitAny: what a lever answers is read by the test
const act = async (name: string, input: object): Promise<any> =>
  controlActions[name]?.(sim, input as Record<string, unknown>)
const at = Date.parse('2026-01-05T10:00:00Z')

test('many invoices come with the ids, times and payments that were asked for, and nobody is told', async () => {
  const invoices = [3, 1, 2].map((n) => ({
    accountId: account.id,
    number: `MANY-${n}`,
    id: `INV2-0000-0000-0000-000${n}`,
    totalMinor: n * 1000,
    createdAt: at + n * 1000,
    ...(n > 1 && { paid: { at: world.clock.now(), captureId: `CAP0000000000000${n}` } }),
  }))
  await act('addInvoices', { invoices })
  expect(world.events.size).toBe(0)
  const found = call('POST', '/v2/invoicing/search-invoices?total_required=true', {
    creation_date_range: { start: '2026-01-05T10:00:02Z', end: '2026-01-05T10:00:03Z' },
    fields: ['payments'],
  }).body
  expect(found.items).toMatchObject([
    {
      id: 'INV2-0000-0000-0000-0003',
      status: 'PAID',
      payments: { transactions: [{ payment_id: 'CAP00000000000003' }] },
    },
    { id: 'INV2-0000-0000-0000-0002', status: 'PAID' },
  ])
  expect(invoiceList(sim, new URLSearchParams())).toHaveLength(3)
  expect(controlState(sim).requests).toMatchObject({ 'invoices.search-invoices': 1 })
})

test('several levers are pulled in order', async () => {
  const invoiceId = 'INV2-0000-0000-0000-0001'
  const { answers } = await act('inOrder', {
    acts: [
      { lever: 'payInvoice', invoiceId, amountMinor: 400 },
      { lever: 'payInvoice', invoiceId },
    ],
  })
  expect(answers).toMatchObject([{ status: 'PARTIALLY_PAID' }, { status: 'PAID' }])
  expect(deliveryList(sim)).toEqual({ acknowledged: [], open: [] })
})
