import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { paths } from '@paydesk/contract/lib/paths'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import { t } from '../../../lib/i18n.ts'
import { useApiForm } from '../../../ui/form/useApiForm.ts'
import type { SendBy } from '../dialog/doing.ts'
import { showBill } from '../refresh.ts'
import type { PickedCustomer } from './CustomerField.tsx'
import {
  type BillDefaults,
  type BillValues,
  blankValues,
  inputOf,
  valuesOf,
} from './editorValues.ts'
import { editorLabels, editorWords } from './editorWords.ts'

/**
 * What follows after saving: nothing, or the question about sending, which the bill's page asks.
 */
export type Intent = 'save' | SendBy

export function useBillEditor(
  bill: Bill | null,
  defaults: BillDefaults,
  nameOf: (field: keyof BillValues, id: string) => string | undefined,
  customer?: PickedCustomer,
) {
  const navigate = useNavigate()
  const intent = useRef<Intent>('save')
  const [saved, setSaved] = useState<Bill>()
  const form = useApiForm<BillValues, Bill | null>({
    name: 'bill',
    label: t('bill.editor'),
    record: bill,
    valuesOf: (record) => (record ? valuesOf(record) : blankValues(defaults, customer)),
    labels: editorLabels(),
    show: (field, value) => editorWords(field, value, nameOf),
    save: (values, record) => saveBill(values, record),
    onRecord: (record) => record && showBill(record),
    onSaved: (record) => record && setSaved(record),
    errorFields: { 'bill.currencyNotAllowed': 'currency' },
    savedText:
      bill && bill.status !== 'draft' && bill.status !== 'sendFailed'
        ? t('form.saved')
        : t('bill.draft.saved'),
    children: null,
  })

  // This runs in an effect: by then the form counts as saved, and leaving does not ask about
  // unsaved changes.
  useEffect(() => {
    if (!saved) return
    const state = intent.current === 'save' ? null : { send: intent.current }
    void navigate(paths.bill(saved.id), { replace: true, state })
  }, [saved, navigate])

  const finish = (next: Intent) => {
    intent.current = next
    if (bill && !form.changed) setSaved(bill)
    else form.form.submit()
  }
  return { ...form, finish }
}

function saveBill({ customerId = '', ...values }: BillValues, record: Bill | null): Promise<Bill> {
  const body = { customerId, ...inputOf({ customerId, ...values }) }
  const options = { skipErrorHandler: true }
  return record
    ? call(
        billApi.edit,
        { params: { id: record.id }, body: { ...body, version: record.version } },
        options,
      )
    : call(billApi.create, { body }, options)
}
