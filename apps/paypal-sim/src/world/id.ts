import type { Random } from './random.ts'

/**
 * PayPal's id shapes (paypal §2.5). The account alphabet leaves out characters that people misread.
 */
const upper = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const readable = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const hex = '0123456789abcdef'

export const newId = (random: Random) => ({
  account: () => random.text(readable, 13),
  invoice: () => `INV2-${[0, 0, 0, 0].map(() => random.text(readable, 4)).join('-')}`,
  item: () => `ITEM-${random.text(upper, 17)}`,
  template: () => `TEMP-${random.text(upper, 17)}`,
  /**
   * Orders, captures, refunds, transactions, webhooks. Never digits only: some patterns refuse
   * that.
   */
  transaction: () => `${random.text(upper, 16)}${random.text('ABCDEFGHJKLMNPRSTUVWXY', 1)}`,
  external: () => `EXTR-${random.text(upper, 17)}`,
  event: () => `WH-${random.text(upper, 17)}-${random.text(upper, 17)}`,
  dispute: () =>
    `PP-R-${random.text('ABCDEFGHJKLMNPQRSTUVWXYZ', 3)}-${random.text('123456789', 8)}`,
  debug: () => `f${random.text(hex, 12)}`,
  token: () => `A21AA${random.text(`${upper}abcdefghijklmnopqrstuvwxyz-_`, 92)}`,
  client: () => `A${random.text(`${upper}abcdefghijklmnopqrstuvwxyz`, 79)}`,
  secret: () => `E${random.text(`${upper}abcdefghijklmnopqrstuvwxyz`, 79)}`,
  app: () => `APP-${random.text(upper, 17)}`,
  uuid: () => [8, 4, 4, 4, 12].map((length) => random.text(hex, length)).join('-'),
})
