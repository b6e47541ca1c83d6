/** Which page of the user guide (docs/guide) belongs to which part of the console: the first that a path begins with. */
export const guideParts = [
  ['/welcome', 'daily'],
  ['/payPalBill', 'bill'],
  ['/finance/payPalBill', 'bill'],
  ['/finance/transaction', 'money'],
  ['/finance/reconciliation', 'money'],
  ['/finance/dispute', 'refund'],
  ['/finance/approval', 'refund'],
  ['/admin/paypalAccount', 'paypal'],
  ['/admin/event', 'paypal'],
  ['/admin', 'admin'],
  ['/system', 'platform'],
] as const

/** Not a page of the router: a file that the server answers (apps/console/build/guidePages.ts). */
export const guideUrl = (pathname: string, locale: string) =>
  `/guide/${locale}/${guideParts.find(([path]) => pathname.startsWith(path))?.[1] ?? 'start'}`
