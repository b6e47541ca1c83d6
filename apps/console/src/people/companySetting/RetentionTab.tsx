import type { CompanySetting } from '@paydesk/contract/people/companySetting'
import { Form, InputNumber } from 'antd'
import { t } from '../../lib/i18n.ts'
import styles from './CompanySettingPage.module.css'
import { SettingForm } from './SettingForm.tsx'

export function RetentionTab({ setting }: { setting: CompanySetting }) {
  const labels = { eventDays: t('setting.retention.eventDays') }
  return (
    <SettingForm
      tab="retention"
      setting={setting}
      toFields={(values) => values}
      fromFields={(values) => values}
      labels={labels}
    >
      <Form.Item
        name="eventDays"
        label={labels.eventDays}
        extra={
          <>
            {t('setting.retention.eventDays.hint')}
            <br />
            {t('setting.retention.always')}
          </>
        }
        rules={[{ required: true, message: t('setting.required') }]}
      >
        <InputNumber
          min={90}
          max={3650}
          precision={0}
          suffix={t('setting.days')}
          className={styles.number ?? ''}
        />
      </Form.Item>
    </SettingForm>
  )
}
