import type { CompanySetting, SettingValues } from '@paydesk/contract/people/companySetting'
import { Form, InputNumber, Switch } from 'antd'
import { t } from '../../lib/i18n.ts'
import styles from './CompanySettingPage.module.css'
import { SettingForm } from './SettingForm.tsx'

type Fields = { tolerancePercent: number; slaHours: number; recordMatches: boolean }

/** Stored as whole hundredths of a per cent, shown as per cent. */
const toFields = ({
  toleranceBasisPoints,
  slaHours,
  recordMatches,
}: SettingValues['reconciliation']): Fields => ({
  tolerancePercent: toleranceBasisPoints / 100,
  slaHours,
  recordMatches,
})
const fromFields = ({ tolerancePercent, ...rest }: Fields) => ({
  toleranceBasisPoints: Math.round(tolerancePercent * 100),
  ...rest,
})

export function ReconciliationTab({ setting }: { setting: CompanySetting }) {
  const labels = {
    tolerancePercent: t('setting.reconciliation.tolerancePercent'),
    slaHours: t('setting.reconciliation.slaHours'),
    recordMatches: t('setting.reconciliation.recordMatches'),
  }
  const required = [{ required: true, message: t('setting.required') }]
  return (
    <SettingForm
      tab="reconciliation"
      setting={setting}
      toFields={toFields}
      fromFields={fromFields}
      labels={labels}
    >
      <Form.Item
        name="tolerancePercent"
        label={labels.tolerancePercent}
        extra={t('setting.reconciliation.tolerancePercent.hint')}
        rules={required}
      >
        <InputNumber
          min={0}
          max={10}
          step={0.1}
          precision={2}
          suffix="%"
          className={styles.number ?? ''}
        />
      </Form.Item>
      <Form.Item
        name="slaHours"
        label={labels.slaHours}
        extra={t('setting.reconciliation.slaHours.hint')}
        rules={required}
      >
        <InputNumber
          min={1}
          max={720}
          precision={0}
          suffix={t('setting.hours')}
          className={styles.number ?? ''}
        />
      </Form.Item>
      <Form.Item
        name="recordMatches"
        label={labels.recordMatches}
        extra={t('setting.reconciliation.recordMatches.hint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </SettingForm>
  )
}
