import type { PayPal } from '@paydesk/paypal/client'
import type { Dispute } from '@paydesk/paypal/disputes'
import { expect, test } from 'vitest'
import { type Answer, marksOf } from './happened.ts'
import { withDispute } from './perform.ts'

const dispute = (...said: string[]): Dispute =>
  ({
    dispute_id: 'PP-D-1',
    status: 'WAITING_FOR_SELLER_RESPONSE',
    update_time: new Date(Date.UTC(2026, 2, 2, 9, 0, said.length)).toISOString(),
    messages: said.map((content) => ({ posted_by: 'SELLER', content })),
    links: [{ href: 'https://paypal.example/send-message', rel: 'send_message', method: 'POST' }],
  }) as Dispute
const answer: Answer = {
  action: 'sendMessage',
  note: 'On its way',
  before: marksOf(dispute(), 'On its way'),
}
const showing = (now: Dispute) =>
  ({
    disputes: { get: async () => ({ outcome: 'done', status: 200, value: now }) },
  }) as unknown as PayPal
const silent = {
  disputes: { get: async () => ({ outcome: 'unknown', reason: 'timeout', message: '' }) },
} as unknown as PayPal
const target = { providerDisputeId: 'PP-D-1', operationId: null, currency: 'USD' }

test.each([
  [400, 'DUPLICATE_REQUEST_ID'],
  [422, 'DUPLICATE_REQUEST_ID'],
  [409, 'RESOURCE_CONFLICT'],
])('%i %s to an answer is looked up before it counts as refused', async (status, issue) => {
  const refused = {
    outcome: 'refused' as const,
    refusal: { by: 'paypal' as const, status, name: issue, message: '', issues: [{ issue }] },
  }
  const told = (client: PayPal, again: boolean) =>
    withDispute(client, target, answer, refused, again).then(({ result }) => result)
  expect(await told(showing(dispute('On its way')), false)).toBe('done')
  expect(await told(showing(dispute()), false)).toBe('unknown')
  expect(await told(showing(dispute('Other words')), true)).toBe('unknown')
  expect(await told(silent, true)).toBe('unknown')
  expect(await told(showing(dispute()), true)).toBe('refused')
})
