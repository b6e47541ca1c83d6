import { expect, test } from 'vitest'
import { read } from './perform.ts'

const refused = (status: number, issue: string) => ({
  outcome: 'refused' as const,
  refusal: { by: 'paypal' as const, status, name: 'UNPROCESSABLE_ENTITY', message: '', issues: [{ issue, description: '' }] },
})

test.each([
  ['a first call that is refused', 422, 'CAPTURE_FULLY_REFUNDED', false, 'refused'],
  ['a repeat that is refused, as the first call would have been', 422, 'REFUND_AMOUNT_EXCEEDED', true, 'refused'],
  ['a repeat that is turned away', 403, 'NOT_AUTHORIZED', true, 'unknown'],
  ['a repeat whose invoice id is used up', 422, 'DUPLICATE_INVOICE_ID', true, 'unknown'],
] as const)('%s', (_, status, issue, mayHaveHappened, result) => {
  expect(read(refused(status, issue) as never, mayHaveHappened).result).toBe(result)
})
