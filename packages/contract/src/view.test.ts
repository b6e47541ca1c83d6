import { expect, test } from 'vitest'
import { approvalApi } from './approval.ts'
import { auditLogApi } from './auditLog.ts'
import { billApi } from './bill.ts'
import { companyApi } from './company.ts'
import { customerApi } from './customer.ts'
import { disputeApi } from './dispute.ts'
import { eventApi } from './event.ts'
import { transactionApi } from './transaction.ts'
import { userApi } from './user.ts'
import { listAccess } from './view.ts'

test('views of a list are for those who may call the list', () => {
  expect(listAccess).toEqual({
    bill: billApi.list.permission,
    customer: customerApi.list.permission,
    transaction: transactionApi.list.permission,
    dispute: disputeApi.list.permission,
    approval: approvalApi.list.permission,
    event: eventApi.list.permission,
    operation: eventApi.operations.permission,
    user: userApi.list.permission,
    company: companyApi.list.permission,
    auditLog: auditLogApi.list.permission,
  })
})
