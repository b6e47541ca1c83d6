import type { CustomerOption } from '@paydesk/contract/billing/customer'
import { Select } from 'antd'
import { useCustomerSearch } from '../../shared/customer/useCustomerSearch.ts'
import styles from './CustomerSelect.module.css'

type Props = {
  value: string | undefined
  onChange: (customer: CustomerOption | undefined) => void
  placeholder: string
  /** The id of a customer who is not offered. */
  without?: string
  id?: string
  label?: string
}

export function CustomerSelect({ value, onChange, placeholder, without, id, label }: Props) {
  const { setTyped, isSearching, ...search } = useCustomerSearch()
  const found = search.found.filter((customer) => customer.id !== without)
  return (
    <Select<string>
      {...(id && { id })}
      {...(label && { 'aria-label': label })}
      className={styles.select ?? ''}
      value={value as string}
      placeholder={placeholder}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isSearching}
      notFoundContent={isSearching ? null : undefined}
      onChange={(next) => onChange(found.find((customer) => customer.id === next))}
      options={found.map((customer) => ({ value: customer.id, label: customer.name, customer }))}
      optionRender={({ data: { customer } }) => (
        <>
          <bdi>{customer.name}</bdi>
          <span className={styles.second}>
            <bdi dir="ltr">
              {[customer.businessName, customer.email].filter(Boolean).join(' · ')}
            </bdi>
          </span>
        </>
      )}
    />
  )
}
