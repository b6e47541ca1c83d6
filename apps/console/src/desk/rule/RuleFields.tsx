import {
  type RuleParams,
  type RuleTemplate,
  type RuleType,
  ruleAsks,
  ruleDescriptionMin,
  ruleLimits,
  ruleTemplates,
  ruleTypes,
} from '@paydesk/contract/desk/rule'
import { personText } from '@paydesk/contract/lib/record'
import { userApi } from '@paydesk/contract/people/user'
import { DatePicker, Form, Input, InputNumber, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import styles from './Rule.module.css'

export type RuleValues = RuleParams & {
  name: string
  description: string
  template: RuleTemplate | undefined
  type: RuleType
  /** A time on the company's clock, such as `2026-03-05 09:00`. */
  startAt: string | undefined
}

const wallFormat = 'YYYY-MM-DD HH:mm'
/** A picker for a time on the company's clock, whatever time zone the reader is in. */
const wallField = {
  getValueProps: (wall: string | undefined) => ({ value: wall ? dayjs(wall) : null }),
  normalize: (wall: Dayjs | null) => wall?.format(wallFormat),
}

export function RuleFields({ timezone }: { timezone: string }) {
  return (
    <>
      <Form.Item
        name="name"
        label={t('rule.name')}
        rules={[{ required: true, whitespace: true, message: t('rule.name.required') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="description"
        label={t('rule.description')}
        extra={t('rule.description.hint')}
        rules={[
          {
            required: true,
            whitespace: true,
            min: ruleDescriptionMin,
            message: t('rule.description.required'),
          },
        ]}
      >
        <Input.TextArea rows={3} maxLength={500} />
      </Form.Item>
      <TemplateField />
      <Form.Item
        name="type"
        label={t('rule.type')}
        rules={[{ required: true, message: t('rule.type.required') }]}
      >
        <Select options={ruleTypes.map((value) => ({ value, label: t(`rule.type.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="startAt"
        label={t('rule.startAt')}
        extra={t('rule.startAt.hint', { timezone })}
        rules={[{ required: true, message: t('rule.startAt.required') }]}
        {...wallField}
      >
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format={wallFormat}
          className={styles.number ?? ''}
          needConfirm={false}
        />
      </Form.Item>
    </>
  )
}

/** The fields that the chosen template needs. */
function TemplateField() {
  const template = Form.useWatch<RuleTemplate | undefined>('template')
  return (
    <>
      <Form.Item
        name="template"
        label={t('rule.template')}
        {...(template && { extra: t(`rule.about.${template}`) })}
        rules={[{ required: true, message: t('rule.template.required') }]}
      >
        <Select
          options={ruleTemplates.map((value) => ({ value, label: t(`rule.template.${value}`) }))}
        />
      </Form.Item>
      {template &&
        ruleAsks[template].map((name) =>
          name === 'userIds' ? <PeopleField key={name} /> : <NumberField key={name} name={name} />,
        )}
    </>
  )
}

const NumberField = ({ name }: { name: keyof typeof ruleLimits }) => (
  <Form.Item
    name={name}
    label={t(`rule.${name}`)}
    rules={[{ required: true, message: t(`rule.${name}.required`) }]}
  >
    <InputNumber
      min={1}
      max={ruleLimits[name]}
      precision={0}
      suffix={t(`rule.${name}.unit`)}
      className={styles.number ?? ''}
    />
  </Form.Item>
)

function PeopleField() {
  const { data } = useApi(userApi.tree, {})
  return (
    <Form.Item
      name="userIds"
      label={t('rule.userIds')}
      rules={[{ required: true, message: t('rule.userIds.required') }]}
    >
      <Select
        mode="multiple"
        maxCount={50}
        placeholder={t('rule.userIds.placeholder')}
        showSearch={{ optionFilterProp: 'label' }}
        options={(data?.list ?? []).map(({ id, name, username, status }) => ({
          value: id,
          label: personText(name, username),
          disabled: status === 'disabled',
        }))}
      />
    </Form.Item>
  )
}
