import { billTotals } from '@paydesk/contract/billing/billTotals'
import type { Currency } from '@paydesk/contract/lib/money'
import { Form } from 'antd'
import { useMemo } from 'react'
import { type BillValues, emptyItem, inputOf } from './editorValues.ts'

/** Of the bill being written. A field is first watched after it was first shown, hence the second look. */
export function useCurrency(): Currency {
  const form = Form.useFormInstance<BillValues>()
  return (Form.useWatch('currency', form) as Currency | undefined) ?? form.getFieldValue('currency')
}

/** The bill as it stands in the fields around, with what PayPal will make of it. */
export function useDraft() {
  const form = Form.useFormInstance<BillValues>()
  const watched = Form.useWatch([], form) as BillValues | undefined
  return useMemo(() => {
    // Before the first render of its fields a form has no values.
    const values = watched?.items ? watched : (form.getFieldsValue(true) as BillValues)
    const input = inputOf({ ...values, items: (values.items ?? []).map((item) => ({ ...emptyItem, ...item })) })
    const totals = billTotals({ ...input, discount: input.discount ?? undefined, shipping: input.shipping ?? undefined })
    return { input, totals, currency: input.currency }
  }, [watched, form])
}
