import type { BillTerm } from '@paydesk/contract/billing/billInput'
import { t } from '../../../lib/i18n.ts'
import type { BillValues, ItemValues } from './editorValues.ts'

/**
 * Names of the fields, for the notice about a conflict and for messages of the API
 * about single fields.
 */
export const editorLabels = (): Record<keyof BillValues, string> => ({
  customerId: t('bill.customer'),
  title: t('bill.title'),
  currency: t('bill.currency'),
  items: t('bill.items'),
  discount: t('bill.discount.whole'),
  shipping: t('bill.shipping'),
  shippingTax: t('bill.shippingTax'),
  note: t('bill.note'),
  terms: t('bill.terms'),
  memo: t('bill.memo'),
  allowPartial: t('bill.allowPartial'),
  minimumDue: t('bill.minimumDue'),
  billDate: t('bill.billDate'),
  term: t('bill.term'),
  dueDate: t('bill.dueDate'),
  accountId: t('bill.account'),
  tags: t('bill.tags'),
})

/** A field's value as the notice about a conflict shows it. */
export function editorWords(
  field: keyof BillValues,
  value: unknown,
  nameOf: (field: keyof BillValues, id: string) => string | undefined,
): string {
  if (value === null || value === undefined) return ''
  switch (field) {
    case 'items':
      return (value as ItemValues[])
        .map(({ name, quantity, unitAmount }) => `${name} × ${quantity} @ ${unitAmount}`)
        .join('; ')
    case 'tags':
      return (value as string[]).join(', ')
    case 'term':
      return t(`bill.term.${value as BillTerm}`)
    case 'allowPartial':
      return t(value ? 'bill.yes' : 'bill.no')
    case 'customerId':
    case 'accountId':
      return nameOf(field, String(value)) ?? String(value)
    default:
      return String(value)
  }
}
