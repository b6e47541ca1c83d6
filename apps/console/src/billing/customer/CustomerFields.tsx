import { currencies } from '@paydesk/contract/lib/money'
import { normalPhone } from '@paydesk/contract/people/login'
import { Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { t } from '../../lib/i18n.ts'
import { countryOptions } from '../../lib/regions.ts'
import { languageOptions } from './language.ts'

const byLabel = { optionFilterProp: 'label' }
/** This check is enough to catch a typing error; the API decides. */
const isEmail = (text: string) => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text)
const rejectUnless = (fine: boolean, message: string) =>
  fine ? Promise.resolve() : Promise.reject(new Error(message))

type Options = { value: string; label: string }[]

export function CustomerFields({
  owners,
  accounts,
}: {
  owners: Options | undefined
  accounts: Options | undefined
}) {
  const countries = useMemo(countryOptions, [])
  const languages = useMemo(languageOptions, [])
  return (
    <>
      <Form.Item
        name="name"
        label={t('customer.name')}
        rules={[{ required: true, whitespace: true, message: t('customer.name.required') }]}
      >
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="businessName" label={t('customer.businessName')}>
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('customer.email')}
        extra={t('customer.email.hint')}
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_, value: string) =>
              rejectUnless(!value?.trim() || isEmail(value.trim()), t('customer.email.invalid')),
          },
        ]}
      >
        <Input maxLength={254} autoComplete="off" inputMode="email" />
      </Form.Item>
      <Emails name="payerEmails" max={50} hint={t('customer.payerEmails.hint')} />
      <Emails name="ccEmails" max={20} />
      <Form.Item
        name="phone"
        label={t('customer.phone')}
        extra={t('customer.phone.hint')}
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_, value: string | undefined) =>
              rejectUnless(
                !value || /^\+[1-9]\d{6,14}$/.test(normalPhone(value)),
                t('customer.phone.invalid'),
              ),
          },
        ]}
      >
        <Input maxLength={30} autoComplete="off" inputMode="tel" />
      </Form.Item>
      <Form.Item name="country" label={t('customer.country')}>
        <Select allowClear showSearch={byLabel} options={countries} />
      </Form.Item>
      {(['line1', 'line2', 'city', 'state', 'postalCode'] as const).map((part) => (
        <Form.Item key={part} name={['address', part]} label={t(`customer.address.${part}`)}>
          <Input
            maxLength={part === 'city' ? 120 : part === 'postalCode' ? 60 : 300}
            autoComplete="off"
          />
        </Form.Item>
      ))}
      <Form.Item name="language" label={t('customer.language')} extra={t('customer.language.hint')}>
        <Select allowClear showSearch={byLabel} options={languages} />
      </Form.Item>
      <Form.Item name="defaultCurrency" label={t('customer.defaultCurrency')}>
        <Select
          allowClear
          showSearch={byLabel}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      </Form.Item>
      {accounts && (
        <Form.Item name="defaultAccountId" label={t('customer.defaultAccount')}>
          <Select allowClear showSearch={byLabel} options={accounts} />
        </Form.Item>
      )}
      {owners && (
        <Form.Item
          name="ownerId"
          label={t('customer.owner')}
          rules={[{ required: true, message: t('customer.owner.required') }]}
        >
          <Select showSearch={byLabel} options={owners} />
        </Form.Item>
      )}
      <Form.Item name="tags" label={t('customer.tags')} extra={t('customer.tags.hint')}>
        <Select
          mode="tags"
          open={false}
          maxCount={20}
          suffixIcon={null}
          tokenSeparators={[',', '，']}
        />
      </Form.Item>
      <Form.Item name="note" label={t('customer.note')} extra={t('customer.note.hint')}>
        <Input.TextArea maxLength={4000} autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
    </>
  )
}

function Emails({
  name,
  max,
  hint,
}: {
  name: 'payerEmails' | 'ccEmails'
  max: number
  hint?: string
}) {
  return (
    <Form.Item
      name={name}
      label={t(`customer.${name}`)}
      extra={hint}
      rules={[
        {
          validator: (_, emails: string[]) =>
            rejectUnless((emails ?? []).every(isEmail), t('customer.email.invalid')),
        },
      ]}
    >
      <Select
        mode="tags"
        open={false}
        maxCount={max}
        suffixIcon={null}
        tokenSeparators={[' ', ',', ';', '，', '；']}
      />
    </Form.Item>
  )
}
