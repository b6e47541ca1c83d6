import type { CompanySetting, SettingValues } from '@paydesk/contract/companySetting'
import { Form, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { t } from '../lib/i18n.ts'
import styles from './CompanySettingPage.module.css'
import { SettingForm } from './SettingForm.tsx'

type Values = SettingValues['remindersAndExpiry']
const maxReminders = 5
const ascending = (days: number[]) => [...days].sort((one, other) => one - other)

/** In the order of the days, whatever the order of choosing; an emptied field is "never". */
const fromFields = (values: Values): Values => ({
  remindBeforeDays: ascending(values.remindBeforeDays),
  remindAfterDays: ascending(values.remindAfterDays),
  cancelAfterDays: values.cancelAfterDays ?? null,
})

export function RemindersTab({ setting }: { setting: CompanySetting }) {
  const labels = {
    remindBeforeDays: t('setting.reminders.remindBeforeDays'),
    remindAfterDays: t('setting.reminders.remindAfterDays'),
    cancelAfterDays: t('setting.reminders.cancelAfterDays'),
  }
  const days = useMemo(
    () => Array.from({ length: 90 }, (_, index) => ({ value: index + 1, label: t('setting.reminders.day', { count: index + 1 }) })),
    [],
  )
  return (
    <SettingForm tab="remindersAndExpiry" setting={setting} toFields={(values) => values} fromFields={fromFields} labels={labels}>
      {(['remindBeforeDays', 'remindAfterDays'] as const).map((name) => (
        <Form.Item key={name} name={name} label={labels[name]} extra={t('setting.reminders.hint')}>
          <Select mode="multiple" maxCount={maxReminders} options={days} optionFilterProp="label" />
        </Form.Item>
      ))}
      <Form.Item name="cancelAfterDays" label={labels.cancelAfterDays} extra={t('setting.reminders.cancelAfterDays.hint')}>
        <InputNumber min={1} max={365} precision={0} suffix={t('setting.days')} className={styles.number ?? ''} />
      </Form.Item>
    </SettingForm>
  )
}
