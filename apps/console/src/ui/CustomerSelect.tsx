import { type CustomerOption, customerApi } from '@paydesk/contract/customer'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useApi } from '../lib/query.ts'
import styles from './CustomerSelect.module.css'

type Props = {
  value: string | undefined
  onChange: (customer: CustomerOption | undefined) => void
  placeholder: string
  /** Not offered. */
  without?: string
  id?: string
  label?: string
}

/** Long enough that a word is typed before it is asked for. */
const pauseMs = 250

/** Finds a customer by any part of name or e-mail; the API decides whose customers are offered. */
export function CustomerSelect({ value, onChange, placeholder, without, id, label }: Props) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim().slice(0, 100)), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching } = useApi(customerApi.option, { query: keyword ? { keyword } : {} })
  const found = (data?.list ?? []).filter((customer) => customer.id !== without)
  return (
    <Select<string>
      {...(id && { id })}
      {...(label && { 'aria-label': label })}
      className={styles.select ?? ''}
      value={value as string}
      placeholder={placeholder}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      notFoundContent={isFetching ? null : undefined}
      onChange={(next) => onChange(found.find((customer) => customer.id === next))}
      options={found.map((customer) => ({ value: customer.id, label: customer.name, customer }))}
      optionRender={({ data: { customer } }) => (
        <>
          <bdi>{customer.name}</bdi>
          <span className={styles.second}>
            <bdi dir="ltr">{[customer.businessName, customer.email].filter(Boolean).join(' · ')}</bdi>
          </span>
        </>
      )}
    />
  )
}
