import type { CompanySetting, SettingValues } from '@paydesk/contract/people/companySetting'
import { Form } from 'antd'
import { t } from '../../lib/i18n.ts'
import { type AmountLine, AmountLines, amountsOf, linesOf } from '../../ui/form/AmountLines.tsx'
import { SettingForm } from './SettingForm.tsx'

type Fields = { refundThresholds: AmountLine[] }

const toFields = ({ refundThresholds }: SettingValues['approval']): Fields => ({ refundThresholds: linesOf(refundThresholds) })
const fromFields = ({ refundThresholds }: Fields): SettingValues['approval'] => ({ refundThresholds: amountsOf(refundThresholds) })

const show = (_: unknown, value: unknown) =>
  (value as AmountLine[]).map(({ currency, amount }) => t('setting.approval.from', { amount: `${currency} ${amount}` })).join(', ') ||
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
        <AmountLines name="refundThresholds" />
      </Form.Item>
    </SettingForm>
  )
}
