import { connect } from '@paydesk/paypal/client'
import { unwrap } from '@paydesk/paypal/outcome'
import { beforeAll, expect, test } from 'vitest'
import { accountSim } from '../../test/server/accountSim.ts'
import { readInvoices, type Wanted } from './readInvoices.ts'

const sim = await accountSim()
const calls: string[] = []
const wanted: Wanted[] = []
const absent = { invoiceId: 'INV2-AAAA-BBBB-CCCC-DDDD' }

const client = await (async () => {
  const { clientId, secret } = await sim.addAccount()
  const environment = { kind: 'simulator' as const, baseUrl: sim.environment.PAYPAL_SIMULATOR_URL }
  return connect({
    environment,
    clientId,
    secret,
    production: false,
    onCall: ({ operation }) => calls.push(operation),
  })
})()

beforeAll(async () => {
  for (let n = 0; n < 12; n++) {
    const { id } = unwrap(
      await client.invoices.create({
        currency: 'USD',
        items: [
          { name: 'Lamp', quantity: '1', unitAmount: { currency: 'USD', amountMinor: 1000 + n } },
        ],
        recipients: [{ email: 'customer@example.com' }],
      }),
    )
    unwrap(await client.invoices.send(id))
    await sim.act('payInvoice', { invoiceId: id })
    const { metadata } = unwrap(await client.invoices.get(id)).detail
    const [createdAt, paidAt] = [metadata?.create_time, metadata?.last_update_time].map((at) =>
      Date.parse(at ?? ''),
    )
    wanted.push({ invoiceId: id, createdAt: createdAt as number, paidAt: paidAt as number })
  }
})

const read = async (of: Wanted[]) => {
  calls.length = 0
  const { found, absent: gone, failure } = await readInvoices(client, of)
  expect(failure).toBeUndefined()
  for (const [id, invoice] of found)
    expect([invoice.id, invoice.payments?.transactions?.length]).toEqual([id, 1])
  return { found: [...found.keys()].sort(), gone: [...gone], calls: [...calls] }
}
const ids = (of: Wanted[]) => of.map(({ invoiceId }) => invoiceId).sort()

test('few are read by their ids', async () => {
  const some = wanted.slice(0, 3)
  expect(await read(some)).toEqual({
    found: ids(some),
    gone: [],
    calls: ['getInvoice', 'getInvoice', 'getInvoice'],
  })
})

test('many cost one page, with their payments; one that no page has is read by its id', async () => {
  expect(await read(wanted)).toEqual({ found: ids(wanted), gone: [], calls: ['searchInvoices'] })
  expect(
    await read([
      ...wanted,
      { ...absent, createdAt: wanted[0]?.createdAt as number, paidAt: wanted[0]?.paidAt as number },
    ]),
  ).toEqual({
    found: ids(wanted),
    gone: [absent.invoiceId],
    calls: ['searchInvoices', 'getInvoice'],
  })
})

test('one whose times are not known is taken from the pages that are read for the others', async () => {
  const untimed = { invoiceId: (wanted[5] as Wanted).invoiceId }
  expect(await read(wanted.map((one, n) => (n === 5 ? untimed : one)))).toEqual({
    found: ids(wanted),
    gone: [],
    calls: ['searchInvoices'],
  })
})

test('times that lead nowhere are a detour, not an error', async () => {
  const before = Date.now() - 30 * 86_400_000
  const wrong = wanted
    .slice(0, 5)
    .map(({ invoiceId }) => ({ invoiceId, createdAt: before, paidAt: before }))
  const { found, calls: made } = await read(wrong)
  expect(found).toEqual(ids(wrong))
  expect(made).toEqual(['searchInvoices', ...wrong.map(() => 'getInvoice')])
  const { found: untimed } = await read(wanted.map(({ invoiceId }) => ({ invoiceId })))
  expect(untimed).toEqual(ids(wanted))
})

test('one unclear answer concerns one invoice; several end the reading, and what was found before them counts', async () => {
  await sim.act('addFault', { kind: 'errorBefore', operation: 'invoices.get', times: 100 })
  const one = await readInvoices(client, [...wanted, absent])
  expect([one.found.size, one.absent.size, [...one.unclear], one.failure]).toEqual([
    12,
    0,
    [absent.invoiceId],
    undefined,
  ])
  const made = ['A', 'B', 'C'].map((letter) => ({ invoiceId: `INV2-${letter}AAA-BBBB-CCCC-DDDD` }))
  const several = await readInvoices(client, [...wanted, ...made])
  expect([several.found.size, several.unclear.size, several.failure?.outcome]).toEqual([
    12,
    3,
    'unknown',
  ])
})
