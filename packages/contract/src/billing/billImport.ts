import { z } from 'zod'
import { Bytes } from '../lib/bytes.ts'
import { endpoint } from '../lib/endpoint.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { Day } from '../lib/page.ts'
import { terms } from '../lib/terms.ts'

export const importMaxBytes = 2 * 1024 * 1024
export const importMaxBills = 2000
export const importMaxRows = 10_000

/**
 * The columns of an imported file, which has one item of a bill per row. Headers of both languages
 * are understood, in any order. Rows with the same text in `bill` are one bill; a row without text
 * there is a bill of its own.
 */
export const importColumns = {
  bill: { zh: '账单分组', en: 'Bill', example: 'A-1' },
  customerName: { zh: '客户名称', en: 'Customer', example: 'Nordlys Interiør AS' },
  customerEmail: { zh: '客户邮箱', en: 'Customer email', example: 'ap@nordlys.example' },
  title: { zh: '标题', en: 'Title', example: 'LED 灯具尾款' },
  currency: { zh: '币种', en: 'Currency', example: 'USD' },
  itemName: { zh: '商品名称', en: 'Item', example: 'LED lamp' },
  itemDescription: { zh: '商品说明', en: 'Description', example: '12 W' },
  quantity: { zh: '数量', en: 'Quantity', example: '20' },
  unitAmount: { zh: '单价', en: 'Unit price', example: '19.90' },
  itemDiscount: { zh: '商品折扣', en: 'Item discount', example: '5%' },
  taxName: { ...terms.taxName, example: '' },
  taxPercent: { zh: '税率', en: 'Tax rate', example: '' },
  discount: { zh: '整单折扣', en: 'Bill discount', example: '' },
  shipping: { zh: '运费', en: 'Shipping', example: '35' },
  billDate: { zh: '账单日期', en: 'Bill date', example: '' },
  dueDate: { ...terms.dueDate, example: '2027-01-31' },
  note: { ...terms.noteToCustomer, example: '' },
  memo: { zh: '内部备注', en: 'Memo', example: '' },
  tags: { zh: '标签', en: 'Tags', example: '' },
} as const
export type ImportColumn = keyof typeof importColumns
/** Headers of earlier releases' templates, which people still fill in. */
export const formerHeaders: Partial<Record<ImportColumn, string[]>> = {
  taxName: ['税名'],
  dueDate: ['付款期限'],
  note: ['Note'],
}
export const importColumnKeys = Object.keys(importColumns) as [ImportColumn, ...ImportColumn[]]
/** A bill cannot be made without these columns, nor without the customer's name or e-mail. */
export const requiredColumns: readonly ImportColumn[] = ['itemName', 'unitAmount']

/** What can be wrong in a cell. The console has words for each; `value` is the cell's text. */
export const importErrorCodes = [
  'required',
  'customerRequired',
  'tooLong',
  'badEmail',
  'customerAmbiguous',
  'customerElsewhere',
  'unknownCurrency',
  'currencyNotAllowed',
  'badAmount',
  'tooManyDecimals',
  'badQuantity',
  'badPercent',
  'badDate',
  'dueBeforeBillDate',
  'differs',
  'tooManyItems',
  'tooManyTags',
  'discountTooLarge',
  'zeroTotal',
  'invalid',
] as const
export type ImportErrorCode = (typeof importErrorCodes)[number]

export const ImportError = z.object({
  /** Counted as the spreadsheet does: the header is usually row 1. */
  row: z.int(),
  column: z.enum(importColumnKeys).nullable(),
  code: z.enum(importErrorCodes),
  value: z.string(),
})
export type ImportError = z.infer<typeof ImportError>
/** Nobody reads more errors than this; `errorCount` counts all of them. */
export const maxShownErrors = 500

export const ImportedBill = z.object({
  /** The rows of the file that the bill is made from. */
  firstRow: z.int(),
  lastRow: z.int(),
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  newCustomer: z.boolean(),
  title: z.string(),
  currency: Currency,
  itemCount: z.int(),
  totalMinor: AmountMinor,
  dueDate: Day.nullable(),
})
export type ImportedBill = z.infer<typeof ImportedBill>

export const ImportCheck = z.object({
  rowCount: z.int(),
  errors: z.array(ImportError),
  errorCount: z.int(),
  /** Headers that are not understood; their columns are not imported. */
  ignored: z.array(z.string()),
  /** Bills without an error: all bills when the file has no error. */
  bills: z.array(ImportedBill),
  newCustomers: z.array(z.string()),
  totals: z.array(z.object({ currency: Currency, count: z.int(), totalMinor: AmountMinor })),
})
export type ImportCheck = z.infer<typeof ImportCheck>

export const billImportApi = {
  check: endpoint({
    method: 'POST',
    path: '/api/payPalBill/import/check',
    permission: 'CreatePayPalBill',
    summary:
      'What a CSV or XLSX file would become, and what is wrong in which cell; nothing is written',
    stepUp: 'never',
    heavy: true,
    body: Bytes,
    reply: ImportCheck,
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/payPalBill/import',
    permission: 'CreatePayPalBill',
    summary: 'Make drafts of all bills of a CSV or XLSX file, or none where a cell is wrong',
    stepUp: 'never',
    heavy: true,
    body: Bytes,
    reply: z.object({
      count: z.int(),
      newCustomers: z.int(),
      /** Numbers of the first and the last bill, in the file's order. */
      firstNumber: z.string(),
      lastNumber: z.string(),
    }),
  }),
}
