import type { PageLoader, Route } from './route.ts'
import { signInPages } from './signInPages.ts'

const home: PageLoader = () => import('../desk/home/HomePage.tsx')
const billList: PageLoader = () => import('../billing/bill/list/BillListPage.tsx')
const billEditor: PageLoader = () => import('../billing/bill/editor/BillEditorPage.tsx')
const customerList: PageLoader = () => import('../billing/customer/CustomerListPage.tsx')
const customer: PageLoader = () => import('../billing/customer/CustomerPage.tsx')
const transactionList: PageLoader = () => import('../money/transaction/TransactionListPage.tsx')
const reconciliation: PageLoader = () => import('../billing/reconciliation/ReconciliationPage.tsx')
const problems: PageLoader = () => import('../desk/problem/ProblemPage.tsx')
const companySettings: PageLoader = () => import('./CompanySettings.tsx')
const accountSettings: PageLoader = () => import('../people/account/AccountSettingsPage.tsx')
const userList: PageLoader = () => import('../people/user/UserListPage.tsx')
const auditLog: PageLoader = () => import('../office/audit/AuditLogPage.tsx')
const paypalAccounts: PageLoader = () => import('../paypal/paypalAccount/PaypalAccountPage.tsx')
const events: PageLoader = () => import('../intake/event/EventPage.tsx')
const roles: PageLoader = () => import('../people/role/RolesPage.tsx')
const disputeList: PageLoader = () => import('../billing/dispute/DisputeListPage.tsx')
const approvals: PageLoader = () => import('../billing/approval/ApprovalListPage.tsx')
const quarantine: PageLoader = () => import('../desk/quarantine/QuarantinePage.tsx')
const companyList: PageLoader = () => import('../people/company/CompanyListPage.tsx')

/**
 * Pages inside the main layout: the table of spec §2 and the additions of product §2, in menu
 * order.
 */
export const layoutRoutes: readonly Route[] = [
  {
    path: '/welcome',
    name: 'welcome',
    icon: 'smile',
    access: 'signedIn',
    page: home,
    texts: ['home', 'ageing'],
  },
  {
    path: '/payPalBill',
    name: 'payPalBill',
    icon: 'account-book',
    access: 'ViewPayPalBillManage',
    redirect: '/payPalBill/list',
    children: [
      {
        path: '/payPalBill/list',
        name: 'payPalBill.list',
        access: 'ViewPayPalBill|ViewAllPayPalBill',
        page: billList,
        texts: ['bill'],
      },
      // Stands before the detail: the first route that fits a path decides which code
      // is loaded early.
      {
        path: '/payPalBill/list/new',
        name: 'payPalBill.new',
        access: 'CreatePayPalBill',
        hideInMenu: true,
        page: billEditor,
        texts: ['bill'],
      },
      {
        path: '/payPalBill/list/:id',
        name: 'payPalBill.detail',
        access: 'ViewPayPalBill|ViewAllPayPalBill',
        hideInMenu: true,
        beside: '/payPalBill/list',
        page: billList,
        texts: ['bill'],
      },
      {
        path: '/payPalBill/list/:id/edit',
        name: 'payPalBill.edit',
        access: 'CreatePayPalBill',
        hideInMenu: true,
        page: billEditor,
        texts: ['bill'],
      },
      // The spec names no permission here; product §2 gives it one of ours, which no built-in role
      // but the admins has.
      {
        path: '/payPalBill/customer',
        name: 'payPalBill.customer',
        access: 'ViewCustomer',
        page: customerList,
        texts: ['customer'],
      },
      {
        path: '/payPalBill/customer/:id',
        name: 'payPalBill.customerDetail',
        access: 'ViewCustomer',
        hideInMenu: true,
        page: customer,
        texts: ['customer', 'ageing'],
      },
    ],
  },
  {
    path: '/finance',
    name: 'finance',
    icon: 'pay-circle',
    access: 'ViewFinanceManage',
    redirect: '/finance/payPalBill',
    children: [
      {
        path: '/finance/payPalBill',
        name: 'finance.payPalBill',
        access: 'ViewAllPayPalBill',
        page: billList,
        texts: ['bill'],
      },
      {
        path: '/finance/payPalBill/:id',
        name: 'finance.billDetail',
        access: 'ViewAllPayPalBill',
        hideInMenu: true,
        beside: '/finance/payPalBill',
        page: billList,
        texts: ['bill'],
      },
      {
        path: '/finance/transaction',
        name: 'finance.transaction',
        access: 'ViewPaypalTransaction',
        page: transactionList,
        texts: ['transaction'],
      },
      {
        path: '/finance/transaction/:id',
        name: 'finance.transactionDetail',
        access: 'ViewPaypalTransaction',
        hideInMenu: true,
        page: transactionList,
        beside: '/finance/transaction',
        texts: ['transaction'],
      },
      {
        path: '/finance/reconciliation',
        name: 'finance.reconciliation',
        access: 'ReconcileTransaction',
        page: reconciliation,
        texts: ['reconciliation', 'transaction'],
      },
      {
        path: '/finance/reconciliation/:id',
        name: 'finance.unmatchedDetail',
        access: 'ReconcileTransaction',
        hideInMenu: true,
        page: reconciliation,
        beside: '/finance/reconciliation',
        texts: ['reconciliation', 'transaction'],
      },
      {
        path: '/finance/problem',
        name: 'finance.problem',
        access: 'ReconcileTransaction',
        page: problems,
        texts: ['problem'],
      },
      {
        path: '/finance/dispute',
        name: 'finance.dispute',
        access: 'ViewDispute',
        page: disputeList,
        texts: ['dispute'],
      },
      {
        path: '/finance/dispute/:id',
        name: 'finance.disputeDetail',
        access: 'ViewDispute',
        hideInMenu: true,
        page: disputeList,
        beside: '/finance/dispute',
        texts: ['dispute'],
      },
      {
        path: '/finance/approval',
        name: 'finance.approval',
        access: 'ApproveRefund',
        page: approvals,
        texts: ['approval', 'limitChange'],
      },
      {
        path: '/finance/approval/:id',
        name: 'finance.approvalDetail',
        access: 'ApproveRefund',
        hideInMenu: true,
        page: approvals,
        beside: '/finance/approval',
        texts: ['approval', 'limitChange'],
      },
    ],
  },
  {
    path: '/admin',
    name: 'admin',
    icon: 'crown',
    access: 'ViewSystemManage',
    redirect: '/admin/user',
    children: [
      {
        path: '/admin/user',
        name: 'admin.user',
        access: 'ViewUser',
        page: userList,
        texts: ['user', 'sharedRole', 'limitChange'],
      },
      {
        path: '/admin/settings',
        name: 'admin.settings',
        access: 'UpdateCompanySetting',
        page: companySettings,
        texts: ['companySetting', 'notificationChoice', 'limitChange'],
      },
      {
        path: '/admin/paypalAccount',
        name: 'admin.paypalAccount',
        access: 'ViewPaypalAccount',
        page: paypalAccounts,
        texts: ['paypalAccount'],
      },
      {
        path: '/admin/event',
        name: 'admin.event',
        access: 'ViewPaypalAccount',
        page: events,
        texts: ['event'],
      },
      {
        path: '/admin/auditLog',
        name: 'admin.auditLog',
        access: 'ViewAuditLog',
        page: auditLog,
        texts: ['audit'],
      },
    ],
  },
  {
    path: '/system',
    name: 'system',
    icon: 'cluster',
    access: 'superAdmin',
    redirect: '/system/roles',
    children: [
      {
        path: '/system/roles',
        name: 'system.roles',
        access: 'superAdmin',
        page: roles,
        texts: ['role', 'sharedRole'],
      },
      {
        path: '/system/company',
        name: 'system.company',
        access: 'superAdmin',
        page: companyList,
        texts: ['company'],
      },
      // Its words are partly those of bills, refunds and operations.
      {
        path: '/system/quarantine',
        name: 'system.quarantine',
        access: 'superAdmin',
        page: quarantine,
        texts: ['quarantine', 'bill', 'event'],
      },
    ],
  },
  // Everyone must be able to change their own password, so access is "signed in" and not the
  // admins-only of a route without a value.
  {
    path: '/account/settings',
    name: 'account.settings',
    access: 'signedIn',
    hideInMenu: true,
    page: accountSettings,
    texts: ['account', 'notificationChoice'],
  },
]

const forAnyone = { access: 'public', hideInMenu: true } as const

/**
 * The messages that development did not really send, and every part of the screens. A production
 * build has neither routes nor pages.
 */
const developmentPages: readonly Route[] = import.meta.env.DEV
  ? [
      {
        path: '/dev/mailbox',
        name: 'mailbox',
        ...forAnyone,
        texts: ['mailbox'],
        page: () => import('../office/mailbox/MailboxPage.tsx'),
      },
      {
        path: '/dev/gallery',
        name: 'gallery',
        ...forAnyone,
        texts: ['inside', 'bill', 'view'],
        page: () => import('./gallery/GalleryPage.tsx'),
      },
    ]
  : []

/** Pages outside the main layout. Any other path is the 404 page, also without the layout. */
export const plainRoutes: readonly Route[] = [
  { path: '/', name: 'root', access: 'public', redirect: '/welcome', hideInMenu: true },
  {
    path: '/user',
    name: 'user',
    access: 'public',
    redirect: '/user/login',
    hideInMenu: true,
    children: signInPages,
  },
  ...developmentPages,
]
