/**
 * Texts by feature, each in two languages, on the same floors as the features. A page names the
 * packs that it needs, and they are loaded with it. `first` and `inside` combine into one file each
 * the texts that every page needs before and behind the login.
 */
export const packs = {
  first: {
    'zh-CN': () => import('./texts/zh-CN/first.ts'),
    'en-US': () => import('./texts/en-US/first.ts'),
  },
  inside: {
    'zh-CN': () => import('./texts/zh-CN/inside.ts'),
    'en-US': () => import('./texts/en-US/inside.ts'),
  },
  home: {
    'zh-CN': () => import('./texts/zh-CN/desk/home.ts'),
    'en-US': () => import('./texts/en-US/desk/home.ts'),
  },
  quarantine: {
    'zh-CN': () => import('./texts/zh-CN/desk/quarantine.ts'),
    'en-US': () => import('./texts/en-US/desk/quarantine.ts'),
  },
  problem: {
    'zh-CN': () => import('./texts/zh-CN/desk/problem.ts'),
    'en-US': () => import('./texts/en-US/desk/problem.ts'),
  },
  rule: {
    'zh-CN': () => import('./texts/zh-CN/desk/rule.ts'),
    'en-US': () => import('./texts/en-US/desk/rule.ts'),
  },
  search: {
    'zh-CN': () => import('./texts/zh-CN/desk/search.ts'),
    'en-US': () => import('./texts/en-US/desk/search.ts'),
  },
  event: {
    'zh-CN': () => import('./texts/zh-CN/intake/event.ts'),
    'en-US': () => import('./texts/en-US/intake/event.ts'),
  },
  approval: {
    'zh-CN': () => import('./texts/zh-CN/billing/approval.ts'),
    'en-US': () => import('./texts/en-US/billing/approval.ts'),
  },
  bill: {
    'zh-CN': () => import('./texts/zh-CN/billing/bill.ts'),
    'en-US': () => import('./texts/en-US/billing/bill.ts'),
  },
  billImport: {
    'zh-CN': () => import('./texts/zh-CN/billing/billImport.ts'),
    'en-US': () => import('./texts/en-US/billing/billImport.ts'),
  },
  customer: {
    'zh-CN': () => import('./texts/zh-CN/billing/customer.ts'),
    'en-US': () => import('./texts/en-US/billing/customer.ts'),
  },
  dispute: {
    'zh-CN': () => import('./texts/zh-CN/billing/dispute.ts'),
    'en-US': () => import('./texts/en-US/billing/dispute.ts'),
  },
  reconciliation: {
    'zh-CN': () => import('./texts/zh-CN/billing/reconciliation.ts'),
    'en-US': () => import('./texts/en-US/billing/reconciliation.ts'),
  },
  transaction: {
    'zh-CN': () => import('./texts/zh-CN/money/transaction.ts'),
    'en-US': () => import('./texts/en-US/money/transaction.ts'),
  },
  paypalAccount: {
    'zh-CN': () => import('./texts/zh-CN/paypal/paypalAccount.ts'),
    'en-US': () => import('./texts/en-US/paypal/paypalAccount.ts'),
  },
  account: {
    'zh-CN': () => import('./texts/zh-CN/people/account.ts'),
    'en-US': () => import('./texts/en-US/people/account.ts'),
  },
  company: {
    'zh-CN': () => import('./texts/zh-CN/people/company.ts'),
    'en-US': () => import('./texts/en-US/people/company.ts'),
  },
  companySetting: {
    'zh-CN': () => import('./texts/zh-CN/people/companySetting.ts'),
    'en-US': () => import('./texts/en-US/people/companySetting.ts'),
  },
  invitation: {
    'zh-CN': () => import('./texts/zh-CN/people/invitation.ts'),
    'en-US': () => import('./texts/en-US/people/invitation.ts'),
  },
  notice: {
    'zh-CN': () => import('./texts/zh-CN/people/notice.ts'),
    'en-US': () => import('./texts/en-US/people/notice.ts'),
  },
  notificationChoice: {
    'zh-CN': () => import('./texts/zh-CN/people/notificationChoice.ts'),
    'en-US': () => import('./texts/en-US/people/notificationChoice.ts'),
  },
  role: {
    'zh-CN': () => import('./texts/zh-CN/people/role.ts'),
    'en-US': () => import('./texts/en-US/people/role.ts'),
  },
  session: {
    'zh-CN': () => import('./texts/zh-CN/people/session.ts'),
    'en-US': () => import('./texts/en-US/people/session.ts'),
  },
  user: {
    'zh-CN': () => import('./texts/zh-CN/people/user.ts'),
    'en-US': () => import('./texts/en-US/people/user.ts'),
  },
  audit: {
    'zh-CN': () => import('./texts/zh-CN/office/audit.ts'),
    'en-US': () => import('./texts/en-US/office/audit.ts'),
  },
  mailbox: {
    'zh-CN': () => import('./texts/zh-CN/office/mailbox.ts'),
    'en-US': () => import('./texts/en-US/office/mailbox.ts'),
  },
  view: {
    'zh-CN': () => import('./texts/zh-CN/office/view.ts'),
    'en-US': () => import('./texts/en-US/office/view.ts'),
  },
  template: {
    'zh-CN': () => import('./texts/zh-CN/app/template.ts'),
    'en-US': () => import('./texts/en-US/app/template.ts'),
  },
  ageing: {
    'zh-CN': () => import('./texts/zh-CN/shared/ageing.ts'),
    'en-US': () => import('./texts/en-US/shared/ageing.ts'),
  },
  limitChange: {
    'zh-CN': () => import('./texts/zh-CN/shared/limitChange.ts'),
    'en-US': () => import('./texts/en-US/shared/limitChange.ts'),
  },
  sharedRole: {
    'zh-CN': () => import('./texts/zh-CN/shared/role.ts'),
    'en-US': () => import('./texts/en-US/shared/role.ts'),
  },
}

type Packs = typeof packs
export type PackName = keyof Packs
export type TextKey = {
  [P in PackName]: keyof Awaited<ReturnType<Packs[P]['zh-CN']>>['default']
}[PackName]
