import { expect, test } from 'vitest'
import { read } from './perform.ts'

const refused = (status: number, issue: string, name = 'UNPROCESSABLE_ENTITY') => ({
  outcome: 'refused' as const,
  refusal: {
    by: 'paypal' as const,
    status,
    name,
    message: '',
    issues: issue ? [{ issue, description: '' }] : [],
  },
})

test.each([
  ['a first call that is refused', 422, 'CAPTURE_FULLY_REFUNDED', false, 'refused'],
  [
    'a repeat that is refused for what has nothing to do with the amount',
    422,
    'TRANSACTION_DISPUTED',
    true,
    'refused',
  ],
  ['a repeat that is turned away', 403, 'NOT_AUTHORIZED', true, 'unknown'],
] as const)('%s', (_, status, issue, mayHaveHappened, result) => {
  expect(read(refused(status, issue) as never, mayHaveHappened).result).toBe(result)
})

test.each([
  [400, 'DUPLICATE_REQUEST_ID', 'INVALID_REQUEST'],
  [422, 'DUPLICATE_REQUEST_ID', 'UNPROCESSABLE_ENTITY'],
  [422, 'DUPLICATE_INVOICE_ID', 'UNPROCESSABLE_ENTITY'],
  [409, 'RESOURCE_CONFLICT', 'RESOURCE_CONFLICT'],
  [409, '', 'CONFLICT'],
])(
  '%i %s may mean that the refund was made, at a first call too: it is unknown and keeps its reservation',
  (status, issue, name) => {
    for (const mayHaveHappened of [false, true])
      expect(read(refused(status, issue, name) as never, mayHaveHappened)).toMatchObject({
        result: 'unknown',
        reason: 'duplicate',
      })
  },
)

test.each(['REFUND_AMOUNT_EXCEEDED', 'CAPTURE_FULLY_REFUNDED'])(
  'a repeat is told %s: our lost call may have taken the money, unless other refunds leave too little for it',
  (issue) => {
    expect(read(refused(422, issue) as never, true, true)).toMatchObject({
      result: 'unknown',
      reason: 'duplicate',
    })
    expect(read(refused(422, issue) as never, true, false).result).toBe('refused')
    expect(read(refused(422, issue) as never, false, true).result).toBe('refused')
  },
)
