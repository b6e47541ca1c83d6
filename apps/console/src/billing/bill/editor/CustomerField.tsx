import { PlusOutlined } from '@ant-design/icons'
import type { CustomerOption } from '@paydesk/contract/billing/customer'
import { Form, Select } from 'antd'
import { useEffect, useState } from 'react'
import { t } from '../../../lib/i18n.ts'
import { useCustomerSearch } from '../../../shared/customer/useCustomerSearch.ts'
import { QuickCustomer } from './QuickCustomer.tsx'

export type PickedCustomer = Pick<CustomerOption, 'id' | 'name' | 'businessName' | 'email'> &
  Partial<CustomerOption>

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
  const [newName, setNewName] = useState('')
  const { typed, setTyped, found, isSearching } = useCustomerSearch()
  const wanted = Form.useWatch('customerId') as string | undefined
  // The chosen one needs its name; among what somebody is looking for it would only be in the way.
  const others = typed ? [] : [customer, saved].filter((one) => one !== undefined)
  const known = [
    ...new Map(
      [...others, ...found].map((one): [string, PickedCustomer] => [one.id, one]),
    ).values(),
  ]
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
        <Picker
          autoFocus={!customer && !saved}
          known={known}
          typed={typed}
          isSearching={isSearching}
          onType={setTyped}
          onCreate={() => {
            setNewName(typed)
            setCreating(true)
          }}
        />
      </Form.Item>
      {creating && (
        <QuickCustomer
          name={newName}
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

/** What Form.Item gives its field. */
type FieldProps = { id?: string; value?: string; onChange?: (id: string) => void }
type PickerProps = FieldProps & {
  /** A new bill begins with its customer. */
  autoFocus: boolean
  known: readonly PickedCustomer[]
  typed: string
  isSearching: boolean
  onType: (text: string) => void
  onCreate: () => void
}

/** No customer has this id. */
const create = 'create'

/**
 * "New customer" is the last option, and not a button below the list: so the arrow keys reach it,
 * and choosing it closes the list, which otherwise lies over the dialog.
 */
function Picker({ known, typed, isSearching, onType, onCreate, onChange, ...field }: PickerProps) {
  const options = [
    ...known.map(optionOf),
    // While nothing is found yet, Enter must not make a customer who may be there.
    ...(isSearching && known.length === 0
      ? []
      : [
          {
            value: create,
            label: typed
              ? t('bill.customer.create.named', { name: typed })
              : t('bill.customer.create'),
          },
        ]),
  ]
  return (
    <Select
      {...field}
      placeholder={t('bill.customer.placeholder')}
      loading={isSearching}
      showSearch={{ filterOption: false, onSearch: onType }}
      notFoundContent={t('loading')}
      options={options}
      optionRender={({ value, label }) =>
        value === create ? (
          <>
            <PlusOutlined aria-hidden /> {label}
          </>
        ) : (
          label
        )
      }
      onChange={(id) => (id === create ? onCreate() : onChange?.(id))}
    />
  )
}

const optionOf = ({ id, name, businessName, email }: PickedCustomer) => ({
  value: id,
  label: [name, businessName, email].filter(Boolean).join(' · '),
})
