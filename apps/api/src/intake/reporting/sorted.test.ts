import { expect, test } from 'vitest'
import type { ToldRow } from '../../money/transaction/transaction.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { sortByOpening } from './opening.ts'

const t = testApp()
const begins = '2026-06-01T00:00:00.000Z'
const [before, since] = ['2026-05-20T00:00:00.000Z', '2026-06-05T00:00:00.000Z']

/**
 * Rows that tell by themselves where they belong: PayPal is asked nothing, and nobody
 * would answer here.
 */
test.each<[string, Partial<ToldRow>, 'ours' | 'opening' | 'neither']>([
  ['a payment since the books began', { occurredAt: since }, 'ours'],
  ['a payment of the second in which they began', { occurredAt: begins }, 'ours'],
  ['a payment from before', { occurredAt: before }, 'opening'],
  ['a payment from before that was reversed', { occurredAt: before, status: 'V' }, 'opening'],
  ['a payment from before that is pending still', { occurredAt: before, status: 'P' }, 'ours'],
  ['a payment from before that was denied then', { occurredAt: before, status: 'D' }, 'neither'],
  [
    'a payment from before that was denied since',
    { occurredAt: before, providerUpdatedAt: since, status: 'D' },
    'ours',
  ],
])('%s', async (_, values, where) => {
  const companyId = await make.company(t)
  const accountId = await make.paypalAccount(t, companyId)
  const lease = {
    companyId,
    accountId,
    leaseId: '',
    beginsAt: new Date(begins),
    completeThrough: null,
  }
  const paypal = t.outside.paypal.connect(
    { environment: 'sandbox', clientId: 'nobody', secret: 'nothing' },
    null,
  )
  const sorted = await sortByOpening(
    { pool: t.pool, paypal, lease, deadline: Date.now() + 60_000 },
    [toldRow(accountId, values)],
  )
  const found = sorted.ours.length > 0 ? 'ours' : sorted.opening.length > 0 ? 'opening' : 'neither'
  expect(found).toBe(where)
})
