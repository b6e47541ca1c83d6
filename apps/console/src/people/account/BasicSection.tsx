import type { CallInput } from '@paydesk/contract/lib/endpoint'
import { type Account, accountApi } from '@paydesk/contract/people/account'
import { normalPhone } from '@paydesk/contract/people/login'
import { Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { putApi, queryClient, useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { textPackOptions } from '../../lib/locale.ts'
import { countryName, countryOptions, timezoneOptions } from '../../lib/regions.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { AvatarPicker } from './AvatarPicker.tsx'
import { SectionState } from './SectionState.tsx'
import styles from './Settings.module.css'

const texts = [
  'name',
  'email',
  'nickname',
  'profile',
  'province',
  'city',
  'street',
  'phone',
] as const
const choices = ['country', 'locale', 'timezone'] as const
type Values = Record<(typeof texts)[number], string> & {
  [K in (typeof choices)[number]]: string | undefined
}

/** An empty input holds '' and never null; an empty choice holds undefined. */
const valuesOf = (account: Account): Values =>
  Object.fromEntries([
    ...texts.map((field) => [field, account[field] ?? '']),
    ...choices.map((field) => [field, account[field] ?? undefined]),
  ]) as Values

const show = (field: keyof Values, value: unknown) => {
  const text = String(value ?? '')
  if (field === 'country') return text && countryName(text)
  return field === 'locale'
    ? (textPackOptions.find((one) => one.value === text)?.label ?? text)
    : text
}

async function save(values: Values, { version }: Account): Promise<Account> {
  const body = { ...values, phone: normalPhone(values.phone), version } as CallInput<
    typeof accountApi.update
  >['body']
  return call(accountApi.update, { body }, { skipErrorHandler: true })
}

export function BasicSection() {
  const { data, error, refetch } = useApi(accountApi.read, {})
  if (!data) return <SectionState failed={error !== null} onRetry={refetch} />
  return <BasicForm account={data} />
}

function BasicForm({ account }: { account: Account }) {
  const { company } = useCurrentUser()
  const countries = useMemo(countryOptions, [])
  const timezones = useMemo(timezoneOptions, [])
  const label = (field: keyof Values) => t(`account.field.${field}`)
  const labels = Object.fromEntries(
    [...texts, ...choices].map((field) => [field, label(field)]),
  ) as Record<keyof Values, string>
  const required = (field: keyof Values & (typeof texts)[number]) => ({
    required: true,
    whitespace: true,
    message: t(`account.field.${field}.required`),
  })
  return (
    <>
      <h2 className={styles.sectionTitle}>{t('account.basic')}</h2>
      <ApiForm<Values, Account>
        name="basic"
        label={t('account.basic')}
        record={account}
        valuesOf={valuesOf}
        labels={labels}
        show={show}
        save={save}
        onRecord={(saved) => {
          putApi(accountApi.read, {}, saved)
          // The header shows name and picture, so it is refreshed.
          void queryClient.invalidateQueries({ queryKey: ['currentUser'] })
        }}
      >
        <Form.Item label={t('account.avatar')}>
          <AvatarPicker name={account.name} avatar={account.avatar} />
        </Form.Item>
        <Form.Item label={t('account.username')}>
          <bdi dir="ltr">{account.username}</bdi>
        </Form.Item>
        <Form.Item name="name" label={label('name')} rules={[required('name')]}>
          <Input maxLength={100} autoComplete="name" />
        </Form.Item>
        <Form.Item
          name="email"
          label={label('email')}
          rules={[
            required('email'),
            { type: 'email', message: t('account.field.email.invalid'), validateTrigger: 'onBlur' },
          ]}
        >
          <Input maxLength={254} type="email" autoComplete="email" dir="ltr" />
        </Form.Item>
        <Form.Item name="nickname" label={label('nickname')} rules={[required('nickname')]}>
          <Input maxLength={50} autoComplete="nickname" />
        </Form.Item>
        <Form.Item
          name="profile"
          label={label('profile')}
          rules={[required('profile')]}
          className={styles.counted ?? ''}
        >
          <Input.TextArea
            maxLength={500}
            showCount
            autoSize={{ minRows: 3, maxRows: 8 }}
            placeholder={t('account.field.profile.hint')}
          />
        </Form.Item>
        <Form.Item
          name="country"
          label={label('country')}
          rules={[{ required: true, message: t('account.field.country.required') }]}
        >
          <Select showSearch={{ optionFilterProp: 'label' }} options={countries} />
        </Form.Item>
        <Form.Item label={t('account.field.place')} required htmlFor="basic_province">
          <div className={styles.pair}>
            <Form.Item name="province" rules={[required('province')]} wrapperCol={{ span: 24 }}>
              <Input
                maxLength={100}
                placeholder={label('province')}
                autoComplete="address-level1"
              />
            </Form.Item>
            <Form.Item name="city" rules={[required('city')]} wrapperCol={{ span: 24 }}>
              <Input
                maxLength={100}
                placeholder={label('city')}
                aria-label={label('city')}
                autoComplete="address-level2"
              />
            </Form.Item>
          </div>
        </Form.Item>
        <Form.Item name="street" label={label('street')} rules={[required('street')]}>
          <Input maxLength={200} autoComplete="street-address" />
        </Form.Item>
        <Form.Item
          name="phone"
          label={label('phone')}
          rules={[required('phone'), { validator: wellFormed, validateTrigger: 'onBlur' }]}
        >
          <Input maxLength={30} type="tel" autoComplete="tel" dir="ltr" />
        </Form.Item>
        <Form.Item name="locale" label={label('locale')} extra={t('account.field.locale.hint')}>
          <Select
            options={textPackOptions}
            placeholder={t('account.field.locale.default', {
              language: textPackOptions.find(({ value }) => value === 'zh-CN')?.label ?? '',
            })}
          />
        </Form.Item>
        <Form.Item
          name="timezone"
          label={label('timezone')}
          extra={t('account.field.timezone.hint')}
        >
          <Select
            showSearch
            options={timezones}
            placeholder={t('account.field.timezone.company', { timezone: company.timezone })}
          />
        </Form.Item>
      </ApiForm>
    </>
  )
}

/** An empty value is left to the preceding rule. */
const wellFormed = async (_: unknown, value: string) => {
  if (value && !/^\+[1-9]\d{6,14}$/.test(normalPhone(value)))
    throw new Error(t('login.phone.invalid'))
}
