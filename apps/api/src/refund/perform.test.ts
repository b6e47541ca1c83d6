import { expect, test } from 'vitest'
import { read } from './perform.ts'

const refused = (status: number, issue: string) => ({
  outcome: 'refused' as const,
  refusal: { by: 'paypal' as const, status, name: 'UNPROCESSABLE_ENTITY', message: '', issues: [{ issue, description: '' }] },
})

test.each([
  ['a first call that is refused', 422, 'CAPTURE_FULLY_REFUNDED', false, false, 'refused'],
  ['a repeat that is refused: the first would have been', 422, 'REFUND_AMOUNT_EXCEEDED', true, false, 'refused'],
  ['a repeat that is turned away', 403, 'NOT_AUTHORIZED', true, false, 'unknown'],
  ['a repeat whose number is used up', 422, 'DUPLICATE_INVOICE_ID', true, false, 'unknown'],
  ['a repeat under another app, which may not know of the first', 422, 'CAPTURE_FULLY_REFUNDED', true, true, 'unknown'],
  ['a first call under another app', 422, 'CAPTURE_FULLY_REFUNDED', false, true, 'refused'],
] as const)('%s', (_, status, issue, mayHaveHappened, otherApp, result) => {
  expect(read(refused(status, issue) as never, mayHaveHappened, otherApp).result).toBe(result)
})
