import type { Who } from './fixtures.ts'

/** The route table of spec §2 and product.md §2, written down a second time: these tests must not believe the console's own. */
export type RoutePage = { path: string; zh: string; en: string; allowed: Who[] }

const everyone: Who[] = ['super', 'admin', 'finance', 'wangfang']
const admins: Who[] = ['super', 'admin']
const finance: Who[] = [...admins, 'finance']
const id = '01900000-0000-7000-8000-000000000000'

export const pages: RoutePage[] = [
  { path: '/welcome', zh: '首页', en: 'Home', allowed: everyone },
  { path: '/payPalBill/list', zh: '账单列表', en: 'Bills', allowed: everyone },
  { path: `/payPalBill/list/${id}`, zh: '账单详情', en: 'Bill', allowed: everyone },
  { path: '/payPalBill/customer', zh: '客户列表', en: 'Customers', allowed: admins },
  { path: `/payPalBill/customer/${id}`, zh: '客户详情', en: 'Customer', allowed: admins },
  { path: '/finance/payPalBill', zh: '全部账单', en: 'All bills', allowed: finance },
  { path: `/finance/payPalBill/${id}`, zh: '账单详情', en: 'Bill', allowed: finance },
  { path: '/finance/transaction', zh: '交易记录', en: 'Transactions', allowed: finance },
  { path: `/finance/transaction/${id}`, zh: '交易详情', en: 'Transaction', allowed: finance },
  { path: '/finance/reconciliation', zh: '对账', en: 'Reconciliation', allowed: finance },
  { path: '/finance/dispute', zh: '争议处理', en: 'Disputes', allowed: finance },
  { path: `/finance/dispute/${id}`, zh: '争议详情', en: 'Dispute', allowed: finance },
  { path: '/finance/approval', zh: '审批', en: 'Approvals', allowed: admins },
  { path: '/admin/user', zh: '用户列表', en: 'Users', allowed: admins },
  { path: '/admin/settings', zh: '业务设置', en: 'Business settings', allowed: admins },
  { path: '/admin/paypalAccount', zh: 'PayPal账户', en: 'PayPal accounts', allowed: admins },
  { path: '/admin/event', zh: '事件与操作', en: 'Events & operations', allowed: admins },
  { path: '/admin/auditLog', zh: '审计日志', en: 'Audit log', allowed: admins },
  { path: '/system/roles', zh: '角色管理', en: 'Roles', allowed: ['super'] },
  { path: '/system/company', zh: '公司管理', en: 'Companies', allowed: ['super'] },
  { path: '/account/settings', zh: '个人设置', en: 'Personal settings', allowed: everyone },
]
