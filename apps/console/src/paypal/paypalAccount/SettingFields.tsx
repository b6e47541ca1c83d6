import { type Currency, currencies } from '@paydesk/contract/lib/money'
import { Form, Input, InputNumber, Select } from 'antd'
import { t } from '../../lib/i18n.ts'
import { LimitLines } from './LimitLines.tsx'
import { fromLine, type LimitLine, toLine } from './limitValues.ts'
import styles from './PaypalAccountPage.module.css'

/** The settings of an account, as the form holds them. */
export type SettingValues = {
  label: string
  email: string
  currencies: Currency[]
  priority: number
  dailyCount: number | null
  limits: LimitLine[]
}
type Settings = Omit<SettingValues, 'limits'> & { limits: Parameters<typeof toLine>[0][] }

export const toValues = ({
  label,
  email,
  currencies,
  priority,
  dailyCount,
  limits,
}: Settings): SettingValues => ({
  label,
  email,
  currencies,
  priority,
  dailyCount,
  limits: limits.map(toLine),
})
export const fromValues = ({ limits, dailyCount, ...values }: SettingValues): Settings => ({
  ...values,
  dailyCount: dailyCount ?? null,
  limits: limits.map(fromLine),
})

export const settingLabels = () => ({
  label: t('paypalAccount.label'),
  email: t('paypalAccount.email'),
  currencies: t('paypalAccount.currencies'),
  priority: t('paypalAccount.priority'),
  dailyCount: t('paypalAccount.dailyCount'),
  limits: t('paypalAccount.limitLines'),
})

/** A setting in words, for the notice about a conflict. */
export function showSetting(field: string, value: unknown): string {
  if (field === 'currencies')
    return (value as string[]).join(', ') || t('paypalAccount.currencies.any')
  if (field !== 'limits') return String(value ?? '')
  return (value as LimitLine[])
    .map(({ currency, ...amounts }) => `${currency} ${Object.values(amounts).join(' / ')}`)
    .join('; ')
}

const options = currencies.map((value) => ({ value, label: value }))

export const LabelField = () => (
  <>
    <Form.Item
      name="label"
      label={t('paypalAccount.label')}
      extra={t('paypalAccount.label.hint')}
      rules={[{ required: true, whitespace: true, message: t('paypalAccount.label.required') }]}
    >
      <Input maxLength={100} autoComplete="off" />
    </Form.Item>
    <Form.Item
      name="email"
      label={t('paypalAccount.email')}
      extra={t('paypalAccount.email.hint')}
      rules={[
        { type: 'email', validateTrigger: 'onBlur', message: t('paypalAccount.email.invalid') },
      ]}
    >
      <Input maxLength={254} autoComplete="off" dir="ltr" />
    </Form.Item>
  </>
)

export const LimitFields = () => (
  <>
    <Form.Item
      name="currencies"
      label={t('paypalAccount.currencies')}
      extra={t('paypalAccount.currencies.hint')}
    >
      <Select
        mode="multiple"
        allowClear
        options={options}
        placeholder={t('paypalAccount.currencies.any')}
      />
    </Form.Item>
    <Form.Item
      name="priority"
      label={t('paypalAccount.priority')}
      extra={t('paypalAccount.priority.hint')}
      rules={[{ required: true, message: t('paypalAccount.priority.required') }]}
    >
      <InputNumber min={1} max={1000} precision={0} className={styles.number ?? ''} />
    </Form.Item>
    <Form.Item
      name="dailyCount"
      label={t('paypalAccount.dailyCount')}
      extra={t('paypalAccount.dailyCount.hint')}
    >
      <InputNumber min={1} max={1_000_000} precision={0} className={styles.number ?? ''} />
    </Form.Item>
    <LimitLines />
  </>
)
