import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { CompanySetting, SettingValues } from '@paydesk/contract/companySetting'
import { type Currency, currencies, fromDecimal, toDecimal } from '@paydesk/contract/money'
import { Button, Form, Input, Select } from 'antd'
import { t } from '../lib/i18n.ts'
import styles from './CompanySettingPage.module.css'
import { SettingForm } from './SettingForm.tsx'

type Line = { currency?: Currency; amount: string }
type Fields = { refundThresholds: Line[] }
const options = currencies.map((value) => ({ value, label: value }))

/** Amounts are typed as decimals and kept as whole minor units; a sum of floats is never made. */
const toFields = ({ refundThresholds }: SettingValues['approval']): Fields => ({
  refundThresholds: refundThresholds.map(({ currency, amountMinor }) => ({ currency, amount: toDecimal({ currency, amountMinor }) })),
})
const fromFields = ({ refundThresholds }: Fields): SettingValues['approval'] => ({
  refundThresholds: refundThresholds.flatMap(({ currency, amount }) => (currency && fromDecimal(amount, currency)) ?? []),
})

const show = (_: unknown, value: unknown) =>
  (value as Line[]).map(({ currency, amount }) => t('setting.approval.from', { amount: `${currency} ${amount}` })).join(', ') ||
  t('setting.none')

export function ApprovalTab({ setting }: { setting: CompanySetting }) {
  const label = t('setting.approval.refundThresholds')
  return (
    <SettingForm
      tab="approval"
      setting={setting}
      toFields={toFields}
      fromFields={fromFields}
      labels={{ refundThresholds: label }}
      show={show}
    >
      <Form.Item label={label} extra={t('setting.approval.hint')}>
        <Form.List name="refundThresholds">
          {(lines, { add, remove }) => (
            <div className={styles.lines}>
              {lines.map(({ key, name }, index) => (
                <div key={key} className={styles.line}>
                  <Form.Item name={[name, 'currency']} wrapperCol={{ span: 24 }} rules={[currencyRule(name)]}>
                    <Select options={options} showSearch aria-label={t('setting.approval.currency')} />
                  </Form.Item>
                  <Form.Item
                    name={[name, 'amount']}
                    wrapperCol={{ span: 24 }}
                    dependencies={[['refundThresholds', name, 'currency']]}
                    rules={[amountRule(name)]}
                  >
                    <Input inputMode="decimal" maxLength={16} aria-label={t('setting.approval.amount')} dir="ltr" />
                  </Form.Item>
                  <Button icon={<DeleteOutlined />} aria-label={t('setting.remove', { line: index + 1 })} onClick={() => remove(name)} />
                </div>
              ))}
              <div>
                <Button
                  icon={<PlusOutlined aria-hidden />}
                  onClick={() => add({ amount: '' })}
                  disabled={lines.length >= currencies.length}
                >
                  {t('setting.add')}
                </Button>
              </div>
            </div>
          )}
        </Form.List>
      </Form.Item>
    </SettingForm>
  )
}

type Reader = { getFieldValue: (name: (string | number)[]) => unknown }

const currencyRule =
  (line: number) =>
  ({ getFieldValue }: Reader) => ({
    validator: async (_: unknown, currency: Currency | undefined) => {
      if (!currency) throw new Error(t('setting.required'))
      const lines = getFieldValue(['refundThresholds']) as Line[]
      if (lines.findIndex((one) => one?.currency === currency) < line) throw new Error(t('setting.approval.twice'))
    },
  })

const amountRule =
  (line: number) =>
  ({ getFieldValue }: Reader) => ({
    validator: async (_: unknown, amount: string) => {
      const currency = getFieldValue(['refundThresholds', line, 'currency']) as Currency | undefined
      const money = fromDecimal(amount ?? '', currency ?? 'USD')
      if (!money || money.amountMinor < 0) throw new Error(t('setting.approval.amount.invalid'))
    },
  })
