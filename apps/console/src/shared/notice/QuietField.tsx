import { Form, Select } from 'antd'
import { t } from '../../lib/i18n.ts'
import { hourOptions } from '../../ui/form/hours.ts'
import styles from './QuietField.module.css'

/**
 * Quiet hours from one hour to another, or none. `name` holds `{ from, to }`, each an hour or null.
 */
export const QuietField = ({
  name,
  label,
  hint,
}: {
  name: string
  label: string
  hint: string
}) => (
  <Form.Item label={label} extra={hint}>
    <div className={styles.hours}>
      <Form.Item
        name={[name, 'from']}
        noStyle
        dependencies={[[name, 'to']]}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, from: number | null) => check(from, getFieldValue([name, 'to'])),
          }),
        ]}
      >
        <Select<number | null>
          aria-label={t('quiet.from')}
          options={[{ value: null, label: t('quiet.none') }, ...hourOptions()]}
        />
      </Form.Item>
      <span>{t('quiet.between')}</span>
      <Form.Item name={[name, 'to']} noStyle>
        <Select<number | null>
          aria-label={t('quiet.to')}
          options={[{ value: null, label: t('quiet.none') }, ...hourOptions()]}
        />
      </Form.Item>
    </div>
  </Form.Item>
)

async function check(from: number | null, to: number | null) {
  if ((from === null) !== (to === null) || (from !== null && from === to))
    throw new Error(t('quiet.invalid'))
}
