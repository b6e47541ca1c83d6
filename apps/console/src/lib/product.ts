/** Spec §1: the default page title, in every language. */
export const productTitle = '收款管理'
