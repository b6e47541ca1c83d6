import type { CompanySetting } from '@paydesk/contract/people/companySetting'
import { Form, Radio, Switch } from 'antd'
import { t } from '../../lib/i18n.ts'
import styles from './CompanySettingPage.module.css'
import { inWords, SettingForm } from './SettingForm.tsx'

export function RoutingTab({ setting }: { setting: CompanySetting }) {
  const labels = {
    mode: t('setting.routing.mode'),
    allowOverride: t('setting.routing.allowOverride'),
  }
  return (
    <SettingForm
      tab="routing"
      setting={setting}
      toFields={(values) => values}
      fromFields={(values) => values}
      labels={labels}
      show={(field, value) =>
        value === 'manual' || value === 'automatic'
          ? t(`setting.routing.${value}`)
          : inWords(field, value)
      }
    >
      <Form.Item name="mode" label={labels.mode}>
        <Radio.Group
          className={styles.choices ?? ''}
          options={(['manual', 'automatic'] as const).map((value) => ({
            value,
            label: t(`setting.routing.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="allowOverride"
        label={labels.allowOverride}
        valuePropName="checked"
        extra={t('setting.routing.allowOverride.hint')}
      >
        <Switch />
      </Form.Item>
    </SettingForm>
  )
}
