import { canAccess, type Holder } from './access.ts'

const id = encodeURIComponent

/**
 * The only place that spells the console's paths, for its own links and for those in e-mails and
 * chats. A test compares it with the route table.
 */
export const paths = {
  root: () => '/',
  user: () => '/user',
  login: () => '/user/login',
  forgot: () => '/user/forgot',
  reset: () => '/user/reset',
  undoEmail: () => '/user/undoEmail',
  invitation: () => '/user/invitation',
  oidc: () => '/user/oidc',
  mailbox: () => '/dev/mailbox',
  gallery: () => '/dev/gallery',
  welcome: () => '/welcome',
  billGroup: () => '/payPalBill',
  billList: () => '/payPalBill/list',
  billNew: () => '/payPalBill/list/new',
  billEdit: (billId: string) => `/payPalBill/list/${id(billId)}/edit`,
  bill: (billId: string) => `/payPalBill/list/${id(billId)}`,
  customerList: () => '/payPalBill/customer',
  customer: (customerId: string) => `/payPalBill/customer/${id(customerId)}`,
  finance: () => '/finance',
  financeBillList: () => '/finance/payPalBill',
  financeBill: (billId: string) => `/finance/payPalBill/${id(billId)}`,
  transactionList: () => '/finance/transaction',
  transaction: (transactionId: string) => `/finance/transaction/${id(transactionId)}`,
  reconciliation: () => '/finance/reconciliation',
  unmatched: (transactionId: string) => `/finance/reconciliation/${id(transactionId)}`,
  problemList: () => '/finance/problem',
  disputeList: () => '/finance/dispute',
  dispute: (disputeId: string) => `/finance/dispute/${id(disputeId)}`,
  approvalList: () => '/finance/approval',
  approval: (approvalId: string) => `/finance/approval/${id(approvalId)}`,
  admin: () => '/admin',
  userList: () => '/admin/user',
  companySettings: () => '/admin/settings',
  paypalAccountList: () => '/admin/paypalAccount',
  eventList: () => '/admin/event',
  auditLog: () => '/admin/auditLog',
  system: () => '/system',
  roleList: () => '/system/roles',
  companyList: () => '/system/company',
  quarantine: () => '/system/quarantine',
  /** The key is that of the user menu's item (spec §2); `settings` is the only one. */
  account: (key: string) => `/account/${id(key)}`,
}

/**
 * Bills stand in two groups of the menu (spec §2). A bill's page opens by its own permission; the
 * group that is shown says which of the two.
 */
const mayOpen = (user: Holder) => canAccess(user, 'ViewPayPalBill|ViewAllPayPalBill')
const amongFinance = (user: Holder) =>
  canAccess(user, 'ViewFinanceManage') && canAccess(user, 'ViewAllPayPalBill')

/** Where this user opens a bill; undefined for those who may not see bills. */
export function billPathOf(user: Holder, billId: string): string | undefined {
  if (amongFinance(user)) return paths.financeBill(billId)
  return mayOpen(user) ? paths.bill(billId) : undefined
}

/** The bill list that this user may open, if any. */
export function billListOf(user: Holder): string | undefined {
  if (amongFinance(user) && !canAccess(user, 'ViewPayPalBillManage')) return paths.financeBillList()
  return mayOpen(user) ? paths.billList() : undefined
}
