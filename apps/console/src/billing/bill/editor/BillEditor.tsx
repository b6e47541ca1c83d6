import type { Bill } from '@paydesk/contract/billing/bill'
import { Form } from 'antd'
import { useState } from 'react'
import { t } from '../../../lib/i18n.ts'
import { ConflictNotice } from '../../../ui/form/ConflictNotice.tsx'
import { FormNotice } from '../../../ui/form/FormNotice.tsx'
import { AccountField } from './AccountField.tsx'
import styles from './BillEditor.module.css'
import { BillSheet } from './BillSheet.tsx'
import { CustomerField, type PickedCustomer } from './CustomerField.tsx'
import { EditorActions } from './EditorActions.tsx'
import { AmountFields, PaymentFields, TextFields, TitleFields } from './editorFields.tsx'
import type { BillDefaults, BillValues } from './editorValues.ts'
import { ItemFields } from './ItemFields.tsx'
import { useBillEditor } from './useBillEditor.ts'

type Props = { bill: Bill | null; defaults: BillDefaults; customer?: PickedCustomer }

/**
 * Edits everything that a bill says, with its totals by PayPal's own arithmetic and a preview of
 * what the customer will see.
 */
export function BillEditor({ bill, defaults, customer: given }: Props) {
  const [customer, setCustomer] = useState(() => (bill ? customerOf(bill) : given))
  const nameOf = (field: keyof BillValues, id: string) =>
    field === 'customerId' && customer?.id === id ? customer.name : undefined
  const {
    form,
    initial,
    busy,
    changed,
    conflict,
    refusal,
    submit,
    finish,
    onValuesChange,
    takeTheirs,
    keepMine,
  } = useBillEditor(bill, defaults, nameOf, given)

  /**
   * Takes the currency in which the customer usually pays, unless someone has already entered
   * prices in another one.
   */
  const pick = (picked: PickedCustomer) => {
    setCustomer(picked)
    const { defaultCurrency } = picked
    const hasPrices = (form.getFieldValue('items') as BillValues['items']).some(
      ({ unitAmount }) => unitAmount !== '',
    )
    if (defaultCurrency && !hasPrices && defaults.allowedCurrencies.includes(defaultCurrency))
      form.setFieldValue('currency', defaultCurrency)
    onValuesChange()
  }

  return (
    <Form<BillValues>
      form={form}
      name="bill"
      aria-label={t('bill.editor')}
      layout="vertical"
      initialValues={initial}
      onValuesChange={onValuesChange}
      onFinish={submit}
      validateTrigger={['onChange', 'onBlur']}
      scrollToFirstError={{ focus: true, block: 'center' }}
    >
      {conflict && (
        <ConflictNotice
          differences={conflict.differences}
          onTheirs={takeTheirs}
          onMine={keepMine}
        />
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <section className={styles.section}>
            <CustomerField
              customer={customer}
              saved={bill ? customerOf(bill) : undefined}
              onPick={pick}
            />
            <TitleFields allowedCurrencies={defaults.allowedCurrencies} />
          </section>
          <section className={styles.section}>
            <ItemFields />
            <AmountFields />
          </section>
          <section className={styles.section}>
            <PaymentFields today={defaults.today} />
            <AccountField isFixed={bill !== null && bill.providerInvoiceId !== null} />
          </section>
          <section className={styles.section}>
            <TextFields />
          </section>
        </div>
        <aside className={styles.preview} aria-label={t('bill.preview')}>
          <BillSheet customer={customer} number={bill?.number} />
        </aside>
      </div>
      <FormNotice notice={refusal ? { type: 'error', text: refusal } : undefined} />
      <EditorActions
        bill={bill}
        busy={busy}
        changed={changed}
        disabled={conflict !== undefined}
        onFinish={finish}
      />
    </Form>
  )
}

const customerOf = ({ customerId, customerName, recipient }: Bill): PickedCustomer => ({
  id: customerId,
  name: recipient.name || customerName,
  businessName: recipient.businessName,
  email: recipient.email,
})
