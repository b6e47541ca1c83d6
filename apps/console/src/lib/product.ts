/**
 * Spec §1: the default page title, in every language. Elsewhere English readers see the
 * brand, `brand.name`.
 */
export const productTitle = '收款管理'
