import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { applyRows, type ToldRow } from './transaction.ts'

const t = testApp()
const [began, later] = ['2026-05-30T10:00:00.000Z', '2026-06-10T10:00:00.000Z']

/** The rows that refer to the payment were read before it, so the database alone knows of them. */
async function movedAfter(
  before: (accountId: string, otherId: string) => ToldRow,
): Promise<string | null> {
  const { companyId } = await make.admin(t)
  const [accountId, otherId] = [
    await make.paypalAccount(t, companyId),
    await make.paypalAccount(t, companyId),
  ]
  const apply = (row: ToldRow) => t.in(companyId, (db) => applyRows(db, companyId, [row], 'sync'))
  await apply(before(accountId, otherId))
  await apply(
    toldRow(accountId, {
      providerTransactionId: 'PAY',
      occurredAt: began,
      providerUpdatedAt: later,
    }),
  )
  const [row] = await t.owner<{ at: Date | null }>(
    `select moved_at as at
     from paypal_transaction
     where company_id = $1 and provider_transaction_id = 'PAY'`,
    [companyId],
  )
  return row?.at?.toISOString() ?? null
}
const referring = { occurredAt: later, referenceId: 'PAY', feeMinor: 0 }

test.each<[string, Partial<ToldRow>, 'own' | 'other', string]>([
  [
    'a refund dates the payment by when it began',
    { eventCode: 'T1107', grossMinor: -500 },
    'own',
    began,
  ],
  ['a chargeback does too', { eventCode: 'T1201', grossMinor: -500 }, 'own', began],
  [
    'a refund of another day does not',
    { eventCode: 'T1107', grossMinor: -500, occurredAt: '2026-06-11T10:00:00.000Z' },
    'own',
    later,
  ],
  ['a conversion of that moment does not', { eventCode: 'T0200', grossMinor: -9602 }, 'own', later],
  ['a fee of that moment does not', { eventCode: 'T0106', grossMinor: -2000 }, 'own', later],
  [
    'a refund at another account does not',
    { eventCode: 'T1107', grossMinor: -500 },
    'other',
    later,
  ],
])('%s', async (_, values, where, expected) => {
  expect(
    await movedAfter((own, other) =>
      toldRow(where === 'own' ? own : other, { ...referring, ...values }),
    ),
  ).toBe(expected)
})
