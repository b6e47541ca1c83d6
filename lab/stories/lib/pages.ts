import type { Who } from './fixtures.ts'

/**
 * The route table of spec §2 with our additions, written down a second time: these tests must not
 * rely on the console's own table.
 */
export type RoutePage = {
  path: string
  zh: string
  allowed: Who[]
}

const everyone: Who[] = ['super', 'admin', 'finance', 'wangfang']
const admins: Who[] = ['super', 'admin']
const makers: Who[] = [...admins, 'wangfang']
const finance: Who[] = [...admins, 'finance']
const id = '01900000-0000-7000-8000-000000000000'

export const pages: RoutePage[] = [
  { path: '/welcome', zh: '首页', allowed: everyone },
  { path: '/payPalBill/list', zh: '账单列表', allowed: everyone },
  { path: `/payPalBill/list/${id}`, zh: '账单详情', allowed: everyone },
  { path: '/payPalBill/list/new', zh: '新建账单', allowed: makers },
  { path: `/payPalBill/list/${id}/edit`, zh: '编辑账单', allowed: makers },
  { path: '/payPalBill/customer', zh: '客户列表', allowed: admins },
  { path: `/payPalBill/customer/${id}`, zh: '客户详情', allowed: admins },
  { path: '/finance/payPalBill', zh: '全部账单', allowed: finance },
  { path: `/finance/payPalBill/${id}`, zh: '账单详情', allowed: finance },
  { path: '/finance/transaction', zh: '交易记录', allowed: finance },
  { path: `/finance/transaction/${id}`, zh: '交易详情', allowed: finance },
  { path: '/finance/reconciliation', zh: '对账', allowed: finance },
  { path: '/finance/problem', zh: '账务异常', allowed: finance },
  { path: '/finance/dispute', zh: '争议', allowed: finance },
  { path: `/finance/dispute/${id}`, zh: '争议详情', allowed: finance },
  { path: '/finance/approval', zh: '审批', allowed: admins },
  { path: '/admin/user', zh: '用户列表', allowed: admins },
  { path: '/admin/settings', zh: '业务设置', allowed: admins },
  { path: '/admin/paypalAccount', zh: 'PayPal账户', allowed: admins },
  { path: '/admin/event', zh: '事件与操作', allowed: admins },
  { path: '/admin/auditLog', zh: '审计日志', allowed: admins },
  { path: '/system/roles', zh: '角色管理', allowed: ['super'] },
  { path: '/system/company', zh: '公司管理', allowed: ['super'] },
  { path: '/system/quarantine', zh: '系统隔离', allowed: ['super'] },
  { path: '/account/settings', zh: '个人设置', allowed: everyone },
]
