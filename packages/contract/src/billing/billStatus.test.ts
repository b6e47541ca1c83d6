import { expect, test } from 'vitest'
import {
  type BillAction,
  type BillStatus,
  billActionAccess,
  waitsInQuarantine,
} from './billStatus.ts'

const waiting = (status: BillStatus) =>
  (Object.keys(billActionAccess) as BillAction[])
    .filter((action) => waitsInQuarantine(action, { status }))
    .sort()

test('in quarantine nothing goes to PayPal and no number is given; a draft can still be worked on', () => {
  const atPaypal: BillAction[] = [
    'cancel',
    'duplicate',
    'edit',
    'recordPayment',
    'refund',
    'remind',
    'send',
  ]
  expect(waiting('sent')).toEqual(atPaypal)
  expect(waiting('sendFailed')).toEqual(atPaypal)
  expect(waiting('draft')).toEqual(['duplicate', 'recordPayment', 'refund', 'remind', 'send'])
})
