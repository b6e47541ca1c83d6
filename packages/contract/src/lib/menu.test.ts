import { expect, test } from 'vitest'
import { menuGaps } from './menu.ts'

test('a role whose pages stand in groups that it shows has no gap', () => {
  expect(menuGaps([])).toEqual([])
  expect(menuGaps(['ViewPayPalBillManage', 'ViewPayPalBill', 'CreatePayPalBill'])).toEqual([])
  // All bills stand among the operators' as well as in finance: one of the two is enough.
  expect(menuGaps(['ViewPayPalBillManage', 'ViewAllPayPalBill'])).toEqual([])
  expect(menuGaps(['ViewFinanceManage', 'ViewAllPayPalBill'])).toEqual([])
})

test('a group of which no page opens, and pages that no group shows', () => {
  expect(menuGaps(['ViewSystemManage', 'CreatePayPalBill'])).toEqual([
    { kind: 'empty', group: 'ViewSystemManage' },
  ])
  expect(menuGaps(['ViewDispute', 'ApproveRefund'])).toEqual([
    { kind: 'hidden', groups: ['ViewFinanceManage'], pages: ['ViewDispute', 'ApproveRefund'] },
  ])
  expect(menuGaps(['ViewFinanceManage', 'ViewPayPalBill'])).toEqual([
    { kind: 'empty', group: 'ViewFinanceManage' },
    { kind: 'hidden', groups: ['ViewPayPalBillManage'], pages: ['ViewPayPalBill'] },
  ])
  expect(menuGaps(['ViewAllPayPalBill'])).toEqual([
    {
      kind: 'hidden',
      groups: ['ViewPayPalBillManage', 'ViewFinanceManage'],
      pages: ['ViewAllPayPalBill'],
    },
  ])
})
