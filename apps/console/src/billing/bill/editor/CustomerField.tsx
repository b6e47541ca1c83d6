import { PlusOutlined } from '@ant-design/icons'
import type { CustomerOption } from '@paydesk/contract/billing/customer'
import { Button, Form, Select } from 'antd'
import { useEffect, useState } from 'react'
import { t } from '../../../lib/i18n.ts'
import { useCustomerSearch } from '../../../shared/customer/useCustomerSearch.ts'
import styles from './BillEditor.module.css'
import { QuickCustomer } from './QuickCustomer.tsx'

export type PickedCustomer = Pick<CustomerOption, 'id' | 'name' | 'businessName' | 'email'> & Partial<CustomerOption>

type Props = {
  customer: PickedCustomer | undefined
  /** The customer of the saved bill; after a conflict this may be another one. */
  saved: PickedCustomer | undefined
  onPick: (customer: PickedCustomer) => void
}

/** The customer of the bill, found by typing or created on the spot. */
export function CustomerField({ customer, saved, onPick }: Props) {
  const form = Form.useFormInstance()
  const [creating, setCreating] = useState(false)
  const { typed, setTyped, found, isFetching } = useCustomerSearch()
  const wanted = Form.useWatch('customerId') as string | undefined
  const others = [customer, saved].filter((one) => one !== undefined)
  const known = [...new Map([...others, ...found].map((one): [string, PickedCustomer] => [one.id, one])).values()]
  const chosen = known.find(({ id }) => id === wanted)
  // The customer was chosen here, or came by taking over what someone else saved.
  useEffect(() => {
    if (chosen && chosen.id !== customer?.id) onPick(chosen)
  })
  return (
    <>
      <Form.Item
        name="customerId"
        label={t('bill.customer')}
        rules={[{ required: true, message: t('bill.customer.required') }]}
        extra={chosen && !chosen.email ? t('bill.customer.noEmail') : undefined}
      >
        <Select
          placeholder={t('bill.customer.placeholder')}
          loading={isFetching}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          notFoundContent={isFetching ? t('loading') : t('bill.customer.none')}
          options={known.map(optionOf)}
          popupRender={(list) => (
            <>
              {list}
              <Button type="text" className={styles.create ?? ''} icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
                {typed ? t('bill.customer.create.named', { name: typed }) : t('bill.customer.create')}
              </Button>
            </>
          )}
        />
      </Form.Item>
      {creating && (
        <QuickCustomer
          name={typed}
          onCreated={(created) => {
            form.setFieldValue('customerId', created.id)
            onPick(created)
          }}
          onClosed={() => setCreating(false)}
        />
      )}
    </>
  )
}

const optionOf = ({ id, name, businessName, email }: PickedCustomer) => ({
  value: id,
  label: [name, businessName, email].filter(Boolean).join(' · '),
})
