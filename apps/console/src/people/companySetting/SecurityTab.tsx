import type { CompanySetting, SettingValues } from '@paydesk/contract/people/companySetting'
import { Form, InputNumber, Switch } from 'antd'
import { t } from '../../lib/i18n.ts'
import styles from './CompanySettingPage.module.css'
import { SettingForm } from './SettingForm.tsx'

const fields = [
  'sessionIdleHours',
  'sessionAbsoluteHours',
  'rememberDays',
  'secondFactorRequired',
] as const

export function SecurityTab({ setting }: { setting: CompanySetting }) {
  const labels = Object.fromEntries(
    fields.map((field) => [field, t(`setting.security.${field}`)]),
  ) as Record<keyof SettingValues['security'], string>
  const required = { required: true, message: t('setting.required') }
  return (
    <SettingForm
      tab="security"
      setting={setting}
      toFields={(values) => values}
      fromFields={(values) => values}
      labels={labels}
    >
      <Form.Item
        name="sessionIdleHours"
        label={labels.sessionIdleHours}
        dependencies={['sessionAbsoluteHours']}
        rules={[
          required,
          ({ getFieldValue }) => ({
            validator: async (_, hours) => {
              if (hours > getFieldValue('sessionAbsoluteHours'))
                throw new Error(t('setting.security.sessionIdleHours.long'))
            },
          }),
        ]}
      >
        <InputNumber
          min={1}
          max={24}
          precision={0}
          suffix={t('setting.hours')}
          className={styles.number ?? ''}
        />
      </Form.Item>
      <Form.Item name="sessionAbsoluteHours" label={labels.sessionAbsoluteHours} rules={[required]}>
        <InputNumber
          min={1}
          max={72}
          precision={0}
          suffix={t('setting.hours')}
          className={styles.number ?? ''}
        />
      </Form.Item>
      <Form.Item
        name="rememberDays"
        label={labels.rememberDays}
        extra={t('setting.security.rememberDays.hint')}
        rules={[required]}
      >
        <InputNumber
          min={0}
          max={90}
          precision={0}
          suffix={t('setting.days')}
          className={styles.number ?? ''}
        />
      </Form.Item>
      <Form.Item
        name="secondFactorRequired"
        label={labels.secondFactorRequired}
        valuePropName="checked"
        extra={t('setting.security.secondFactorRequired.hint')}
      >
        <Switch />
      </Form.Item>
    </SettingForm>
  )
}
