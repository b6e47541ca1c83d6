import type { PayPal } from '@paydesk/paypal/client'
import type { Outcome, Refusal } from '@paydesk/paypal/outcome'
import { expect, test } from 'vitest'
import { removeWebhook } from './webhook.ts'

const url = 'https://paydesk.example/api/webhook/paypal/1'
const listed = {
  outcome: 'done',
  status: 200,
  value: { webhooks: [{ id: 'W1', url, event_types: [] }] },
} as const
const done = { outcome: 'done', status: 204, value: undefined } as const
const refused = (status?: number, by: Refusal['by'] = 'paypal'): Outcome<unknown> => ({
  outcome: 'refused',
  refusal: { by, name: 'N', message: 'm', issues: [], ...(status && { status }) },
})
const unknown = { outcome: 'unknown', reason: 'timeout', message: 'm' } as const

const remove = (list: Outcome<unknown>, gone: Outcome<unknown> = done) =>
  removeWebhook(
    { webhooks: { list: async () => list, delete: async () => gone } } as unknown as PayPal,
    url,
  )

test.each([
  ['it was deleted', listed, done],
  ['it was gone already', listed, refused(404)],
  ['none is listed', { ...listed, value: { webhooks: [] } }, unknown],
  ['the credentials are no longer taken, so nobody can look', refused(401, 'token'), done],
  ['the app may not see webhooks any more', refused(403), done],
])('nothing is left to do: %s', async (_, list, gone) => {
  expect(await remove(list, gone)).toBeUndefined()
})

test.each([
  ['PayPal refuses to delete it', listed, refused(403)],
  ['PayPal asks for a pause', listed, refused(429)],
  ['the answer was lost', listed, unknown],
  ['it is not the call’s turn', listed, refused(undefined, 'allowance')],
  ['the list has to wait', refused(429), done],
  ['the list is not its turn', refused(undefined, 'allowance'), done],
  ['PayPal is not reached', refused(undefined, 'network'), done],
  ['the token service is away', refused(503, 'token'), done],
])('it may still be there: %s', async (_, list, gone) => {
  expect(await remove(list, gone)).toBe(list.outcome === 'done' ? gone : list)
})
