/**
 * The names that the program itself checks. The first nine are the customer's (spec §6), spelled
 * exactly as there.
 */
export const permissions = [
  'ViewPayPalBillManage',
  'ViewPayPalBill',
  'ViewAllPayPalBill',
  'ViewFinanceManage',
  'ViewPaypalTransaction',
  'ViewSystemManage',
  'ViewUser',
  'UpdateCompanySetting',
  'ViewPaypalAccount',
  'CreatePayPalBill',
  'RecordPayment',
  'RefundPayPalBill',
  'WriteOffPayPalBill',
  'ViewCustomer',
  'UpdateCustomer',
  'ReconcileTransaction',
  'ViewDispute',
  'RespondDispute',
  'ApproveRefund',
  'UpdateUser',
  'UpdatePaypalAccount',
  'ViewAuditLog',
  'ExportData',
] as const
export type Permission = (typeof permissions)[number]

/** Role codes that the program knows; other roles are data. */
export const roleCode = { superAdmin: 'SuperAdmin', admin: 'Admin' } as const
