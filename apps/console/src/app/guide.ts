/**
 * Which page of the user guide (docs/guide) belongs to which part of the console. The first entry
 * that the path begins with counts.
 */
export const guideParts = [
  ['/welcome', 'daily'],
  ['/payPalBill', 'bill'],
  ['/finance/payPalBill', 'bill'],
  ['/finance/transaction', 'money'],
  ['/finance/reconciliation', 'money'],
  ['/finance/problem', 'money'],
  ['/finance/dispute', 'refund'],
  ['/finance/approval', 'refund'],
  ['/admin/paypalAccount', 'paypal'],
  ['/admin/event', 'paypal'],
  ['/admin', 'admin'],
  ['/system', 'platform'],
] as const

/**
 * The guide is not a page of the router but a file that the server answers
 * (apps/console/build/guidePages.ts).
 */
export const guideUrl = (pathname: string, locale: string) =>
  `/guide/${locale}/${guideParts.find(([path]) => pathname.startsWith(path))?.[1] ?? 'start'}`
