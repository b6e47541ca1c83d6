import { currencies } from '@paydesk/contract/lib/money'
import {
  billNumberMax,
  type CompanySetting,
  longestNumber,
  type SettingValues,
} from '@paydesk/contract/people/companySetting'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { dayIn } from '../../lib/dateRange.ts'
import { t } from '../../lib/i18n.ts'
import { formatFault, sampleNumber } from './billNumber.ts'
import styles from './CompanySettingPage.module.css'
import { SettingForm } from './SettingForm.tsx'

type Values = SettingValues['billing']
const fields = [
  'numberFormat',
  'numberDigits',
  'allowedCurrencies',
  'defaultCurrency',
  'paymentTermDays',
  'note',
  'terms',
  'allowPartialPayment',
] as const
const options = currencies.map((value) => ({ value, label: value }))

export function BillingTab({ setting }: { setting: CompanySetting }) {
  const labels = Object.fromEntries(
    fields.map((field) => [field, t(`setting.billing.${field}`)]),
  ) as Record<keyof Values, string>
  const item = (name: keyof Values) => ({ name, label: labels[name] })
  return (
    <SettingForm
      tab="billing"
      setting={setting}
      toFields={(values) => values}
      fromFields={(values) => values}
      labels={labels}
    >
      <Form.Item
        {...item('numberFormat')}
        dependencies={['numberDigits']}
        extra={<Sample />}
        rules={[
          { required: true, message: t('setting.billing.numberFormat.required') },
          ({ getFieldValue }) => ({
            validator: (_, format: string) =>
              checkFormat(format, getFieldValue('numberDigits') ?? 3),
          }),
        ]}
      >
        <Input maxLength={60} dir="ltr" />
      </Form.Item>
      <Form.Item
        {...item('numberDigits')}
        rules={[{ required: true, message: t('setting.required') }]}
      >
        <InputNumber min={3} max={8} precision={0} className={styles.number ?? ''} />
      </Form.Item>
      <Form.Item
        {...item('allowedCurrencies')}
        rules={[{ required: true, message: t('setting.billing.allowedCurrencies.required') }]}
      >
        <Select mode="multiple" options={options} />
      </Form.Item>
      <Form.Item
        {...item('defaultCurrency')}
        dependencies={['allowedCurrencies']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, currency) => {
              if (!getFieldValue('allowedCurrencies')?.includes(currency))
                throw new Error(t('setting.billing.defaultCurrency.outside'))
            },
          }),
        ]}
      >
        <Select options={options} showSearch className={styles.number ?? ''} />
      </Form.Item>
      <Form.Item
        {...item('paymentTermDays')}
        extra={t('setting.billing.paymentTermDays.hint')}
        rules={[{ required: true, message: t('setting.required') }]}
      >
        <InputNumber
          min={0}
          max={365}
          precision={0}
          suffix={t('setting.days')}
          className={styles.number ?? ''}
        />
      </Form.Item>
      <Form.Item {...item('note')} extra={t('setting.billing.note.hint')}>
        <Input.TextArea maxLength={4000} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Form.Item {...item('terms')}>
        <Input.TextArea maxLength={4000} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Form.Item {...item('allowPartialPayment')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </SettingForm>
  )
}

async function checkFormat(format: string, digits: number) {
  const fault = format && formatFault(format, digits)
  if (fault === 'long')
    throw new Error(
      t('setting.billing.numberFormat.long', {
        length: longestNumber(format, digits),
        max: billNumberMax,
      }),
    )
  if (fault) throw new Error(t(`setting.billing.numberFormat.${fault}`))
}

/** Updates while typing: a sample number is easier to judge than a format. */
function Sample() {
  const { company } = useCurrentUser()
  const format: string = Form.useWatch('numberFormat') ?? ''
  const digits: number = Form.useWatch('numberDigits') ?? 3
  const sample = sampleNumber(format, digits, 'ABC', dayIn(company.timezone, new Date()))
  return <>{t('setting.billing.numberFormat.hint', { sample })}</>
}
