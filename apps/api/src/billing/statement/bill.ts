import type { Bill } from '@paydesk/contract/billing/bill'
import { totalsOf } from '@paydesk/contract/billing/billTotals'
import type { Language } from '@paydesk/contract/lib/errors'
import type { Currency } from '@paydesk/contract/lib/money'
import { localTime } from '../../lib/clock.ts'
import { sayIn } from '../../lib/language.ts'
import type { Statement } from './statement.ts'

type Amount = { amountMinor: number; currency: Currency }

/** A bill on paper, in its reader's words. */
export type Paper = {
  company: Statement['company']
  title: string
  /** What a reader must know before anything else: that it is a draft, paid or void. */
  stamp: string
  facts: [label: string, value: string][]
  to: { label: string; lines: string[] }
  head: [item: string, quantity: string, price: string, amount: string]
  items: { name: string; description: string; quantity: string; price: Amount; amount: Amount }[]
  sums: { label: string; amount: Amount; strong: boolean }[]
  texts: { label: string; text: string }[]
  payment: { label: string; url: string } | undefined
}

/** PayPal writes to the customer in their own language; a paper of ours has two of them. */
export const languageOf = ({ recipient: { language, country } }: Bill): Language =>
  language?.startsWith('zh') || (!language && country === 'CN') ? 'zh-CN' : 'en-US'

/**
 * As the customer has it: our memo, tags, owner and PayPal's fees are not on it. Its lines add
 * up as PayPal's do.
 */
export function paperOf(bill: Bill, company: Statement['company'], timezone: string): Paper {
  const say = sayIn(languageOf(bill))
  const { currency, recipient } = bill
  const amount = (amountMinor: number): Amount => ({ amountMinor, currency })
  const totals = totalsOf(bill)
  const discountMinor = totals.itemDiscountMinor + totals.invoiceDiscountMinor
  const day = bill.billDate ?? localTime(bill.sentAt ?? bill.createdAt, timezone).slice(0, 10)
  const shown = (amountMinor: number, label: string) =>
    amountMinor === 0 ? [] : [{ label, amount: amount(amountMinor), strong: false }]
  const isOver = bill.status === 'cancelled' || bill.status === 'writtenOff'
  return {
    company,
    title: say('账单', 'Invoice'),
    stamp: stampOf(bill, say),
    facts: [
      [say('账单编号', 'Invoice number'), bill.number],
      [say('账单日期', 'Invoice date'), day],
      ...(bill.paysBy ? ([[say('到期日', 'Due date'), bill.paysBy]] as [string, string][]) : []),
    ],
    to: {
      label: say('致', 'Bill to'),
      lines: [recipient.businessName, recipient.name, recipient.email ?? ''].filter(Boolean),
    },
    head: [
      say('商品', 'Item'),
      say('数量', 'Quantity'),
      say('单价', 'Price'),
      say('金额', 'Amount'),
    ],
    items: bill.items.map(({ name, description, quantity, unitAmountMinor }, index) => ({
      name,
      description,
      quantity,
      price: amount(unitAmountMinor),
      amount: amount(totals.lines[index]?.grossMinor ?? 0),
    })),
    sums: [
      { label: say('小计', 'Subtotal'), amount: amount(totals.itemTotalMinor), strong: false },
      ...shown(-discountMinor, say('折扣', 'Discount')),
      ...shown(totals.shippingMinor, say('运费', 'Shipping')),
      ...shown(totals.taxTotalMinor, say('税额', 'Tax')),
      { label: say('总额', 'Total'), amount: amount(bill.totalMinor), strong: true },
      ...shown(-bill.paidMinor, say('已付', 'Paid')),
      {
        label: say('未付金额', 'Amount due'),
        amount: amount(isOver ? 0 : bill.dueMinor),
        strong: true,
      },
      ...shown(bill.refundedMinor, say('已退款', 'Refunded')),
    ],
    texts: [
      { label: say('备注', 'Note'), text: bill.note },
      { label: say('条款', 'Terms'), text: bill.terms },
    ].filter(({ text }) => text !== ''),
    payment:
      bill.payUrl && bill.dueMinor > 0 && !isOver
        ? { label: say('在线付款', 'Pay online'), url: bill.payUrl }
        : undefined,
  }
}

function stampOf({ status, sentAt }: Bill, say: (zh: string, en: string) => string): string {
  if (status === 'cancelled') return say('已作废', 'Void')
  if (status === 'paid') return say('已付清', 'Paid')
  if (status === 'refunded') return say('已退款', 'Refunded')
  return sentAt === null ? say('草稿', 'Draft') : ''
}
