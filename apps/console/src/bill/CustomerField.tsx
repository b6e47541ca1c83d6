import { PlusOutlined } from '@ant-design/icons'
import { type CustomerOption, customerApi } from '@paydesk/contract/customer'
import { Button, Form, Select } from 'antd'
import { useEffect, useState } from 'react'
import { t } from '../lib/i18n.ts'
import { useApi } from '../lib/query.ts'
import styles from './BillEditor.module.css'
import { QuickCustomer } from './QuickCustomer.tsx'
import { usePaused } from './usePaused.ts'

export type PickedCustomer = Pick<CustomerOption, 'id' | 'name' | 'businessName' | 'email'> & Partial<CustomerOption>

/** Whom the bill is for: found by typing, or made on the spot. */
export function CustomerField({ customer, onPick }: { customer: PickedCustomer | undefined; onPick: (customer: PickedCustomer) => void }) {
  const form = Form.useFormInstance()
  const [typed, setTyped] = useState('')
  const [creating, setCreating] = useState(false)
  const keyword = usePaused(typed.trim())
  const { data, isFetching } = useApi(customerApi.option, { query: keyword ? { keyword } : {} })
  const found: PickedCustomer[] = data?.list ?? []
  const wanted = Form.useWatch('customerId') as string | undefined
  const known = customer && !found.some(({ id }) => id === customer.id) ? [customer, ...found] : found
  const chosen = known.find(({ id }) => id === wanted)
  // Led here with a customer in the address, or back to another one after a conflict.
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
                {typed.trim() ? t('bill.customer.create.named', { name: typed.trim() }) : t('bill.customer.create')}
              </Button>
            </>
          )}
        />
      </Form.Item>
      {creating && (
        <QuickCustomer
          name={typed.trim()}
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
