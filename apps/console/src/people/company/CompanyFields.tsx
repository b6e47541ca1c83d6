import { currencies } from '@paydesk/contract/lib/money'
import { Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { t } from '../../lib/i18n.ts'
import { countryOptions, timezoneOptions } from '../../lib/regions.ts'
import { LogoField } from './LogoField.tsx'

const byLabel = { optionFilterProp: 'label' }

export function CompanyFields() {
  const countries = useMemo(countryOptions, [])
  const zones = useMemo(timezoneOptions, [])
  return (
    <>
      <Form.Item
        name="name"
        label={t('company.name')}
        rules={[{ required: true, whitespace: true, message: t('company.name.required') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="legalName" label={t('company.legalName')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="code"
        label={t('company.code')}
        extra={t('company.code.hint')}
        normalize={(code: string) => code.toUpperCase()}
        rules={[
          { required: true, message: t('company.code.required') },
          { pattern: /^[A-Z0-9]{1,8}$/, message: t('company.code.invalid') },
        ]}
      >
        <Input maxLength={8} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="country"
        label={t('company.country')}
        rules={[{ required: true, message: t('company.country.required') }]}
      >
        <Select showSearch={byLabel} options={countries} />
      </Form.Item>
      <Form.Item
        name="timezone"
        label={t('company.timezone')}
        extra={t('company.timezone.hint')}
        rules={[{ required: true, message: t('company.timezone.required') }]}
      >
        <Select showSearch={byLabel} options={zones} />
      </Form.Item>
      <Form.Item
        name="baseCurrency"
        label={t('company.currency')}
        rules={[{ required: true, message: t('company.currency.required') }]}
      >
        <Select
          showSearch={byLabel}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      </Form.Item>
      <Form.Item name="logo" label={t('company.logo')} extra={t('company.logo.hint')}>
        <LogoField />
      </Form.Item>
    </>
  )
}
