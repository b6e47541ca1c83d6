import { expect, test } from 'vitest'
import { nextStepOf } from './nextStep.ts'

const now = Date.parse('2026-06-10T12:00:00Z')
const bill = {
  reportedAt: null,
  disputed: false,
  hasEmail: true,
  failed: null,
  remindCount: 0,
  remindedAt: null,
}
const reminded = (remindCount: number, remindedAt: string) => ({ ...bill, remindCount, remindedAt })

test.each([
  ['remind', bill],
  ['wait', reminded(1, '2026-06-08T12:00:00Z')],
  ['remindAgain', reminded(2, '2026-06-07T12:00:00Z')],
  ['call', reminded(3, '2026-06-01T12:00:00Z')],
  ['wait', reminded(5, '2026-06-10T11:00:00Z')],
  ['noEmail', { ...bill, hasEmail: false }],
  ['failed', { ...reminded(1, '2026-06-01T12:00:00Z'), failed: 'remindInvoice' }],
  ['disputed', { ...bill, hasEmail: false, disputed: true }],
  ['reported', { ...bill, disputed: true, reportedAt: '2026-06-10T11:59:00Z' }],
])('%s', (step, of) => expect(nextStepOf(of, now)).toBe(step))
