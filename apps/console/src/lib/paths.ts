const id = encodeURIComponent

/** The one place that spells a path of the console; a test holds it against the route table. */
export const paths = {
  root: () => '/',
  user: () => '/user',
  login: () => '/user/login',
  welcome: () => '/welcome',
  billGroup: () => '/payPalBill',
  billList: () => '/payPalBill/list',
  bill: (billId: string) => `/payPalBill/list/${id(billId)}`,
  customerList: () => '/payPalBill/customer',
  customer: (customerId: string) => `/payPalBill/customer/${id(customerId)}`,
  finance: () => '/finance',
  financeBillList: () => '/finance/payPalBill',
  financeBill: (billId: string) => `/finance/payPalBill/${id(billId)}`,
  transactionList: () => '/finance/transaction',
  transaction: (transactionId: string) => `/finance/transaction/${id(transactionId)}`,
  reconciliation: () => '/finance/reconciliation',
  disputeList: () => '/finance/dispute',
  dispute: (disputeId: string) => `/finance/dispute/${id(disputeId)}`,
  approvalList: () => '/finance/approval',
  admin: () => '/admin',
  userList: () => '/admin/user',
  companySettings: () => '/admin/settings',
  paypalAccountList: () => '/admin/paypalAccount',
  eventList: () => '/admin/event',
  auditLog: () => '/admin/auditLog',
  system: () => '/system',
  roleList: () => '/system/roles',
  companyList: () => '/system/company',
  /** The key is the user menu item's (spec §2), `settings` so far. */
  account: (key: string) => `/account/${id(key)}`,
}
