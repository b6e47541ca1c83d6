import { billTotals } from '@paydesk/contract/billing/billTotals'
import type { Currency } from '@paydesk/contract/lib/money'
import { Form, type FormInstance } from 'antd'
import type { RuleObject } from 'antd/es/form'
import { useMemo } from 'react'
import { type BillValues, emptyItem, inputOf } from './editorValues.ts'

/**
 * The currency of the bill being written. The form watches a field only after it was first shown,
 * hence the second lookup.
 */
export function useCurrency(): Currency {
  const form = Form.useFormInstance<BillValues>()
  return (Form.useWatch('currency', form) as Currency | undefined) ?? form.getFieldValue('currency')
}

/**
 * A rule that asks for the currency when it is checked. A change of the currency checks the
 * amounts before they are drawn anew, and a rule that was made for the old currency would
 * find nothing wrong.
 */
export const inCurrency =
  (rule: (currency: Currency) => RuleObject) =>
  ({ getFieldValue }: Pick<FormInstance, 'getFieldValue'>) =>
    rule(getFieldValue('currency'))

/** The bill as it stands in the form's fields, with the totals that PayPal will compute. */
export function useDraft() {
  const form = Form.useFormInstance<BillValues>()
  const watched = Form.useWatch([], form) as BillValues | undefined
  return useMemo(() => {
    // A form has no values before its fields were first rendered.
    const values = watched?.items ? watched : (form.getFieldsValue(true) as BillValues)
    const input = inputOf({
      ...values,
      items: (values.items ?? []).map((item) => ({ ...emptyItem, ...item })),
    })
    const totals = billTotals({
      ...input,
      discount: input.discount ?? undefined,
      shipping: input.shipping ?? undefined,
    })
    return { input, totals, currency: input.currency }
  }, [watched, form])
}
