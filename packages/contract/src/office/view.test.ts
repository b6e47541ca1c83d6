import { expect, test } from 'vitest'
import { approvalApi } from '../billing/approval.ts'
import { billApi } from '../billing/bill.ts'
import { customerApi } from '../billing/customer.ts'
import { disputeApi } from '../billing/dispute.ts'
import { reconciliationApi } from '../billing/reconciliation.ts'
import { eventApi } from '../intake/event.ts'
import { transactionApi } from '../money/transaction.ts'
import { companyApi } from '../people/company.ts'
import { userApi } from '../people/user.ts'
import { auditLogApi } from './auditLog.ts'
import { listAccess } from './view.ts'

test('views of a list are for those who may call the list', () => {
  expect(listAccess).toEqual({
    bill: billApi.list.permission,
    customer: customerApi.list.permission,
    transaction: transactionApi.list.permission,
    reconciliation: reconciliationApi.list.permission,
    dispute: disputeApi.list.permission,
    approval: approvalApi.list.permission,
    event: eventApi.list.permission,
    operation: eventApi.operations.permission,
    user: userApi.list.permission,
    company: companyApi.list.permission,
    auditLog: auditLogApi.list.permission,
  })
})
