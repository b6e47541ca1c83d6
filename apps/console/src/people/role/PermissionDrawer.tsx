import {
  type PermissionGroup,
  type PermissionRecord,
  permissionApi,
} from '@paydesk/contract/people/permissionGroup'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'

type Values = { groupId: string; name: string; labelZh: string; labelEn: string }
type Record = Values & { id?: string; version?: number; builtIn?: boolean }
type Props = {
  groups: PermissionGroup[]
  permission?: PermissionRecord
  groupId?: string
  onChanged: () => void
  onClosed: () => void
}

export function PermissionDrawer({ groups, permission, groupId = '', onChanged, onClosed }: Props) {
  const [record] = useState<Record>(permission ?? { groupId, name: '', labelZh: '', labelEn: '' })
  const title = permission
    ? t('permission.edit.title', { name: permission.name })
    : t('permission.create')
  const groupOptions = groups.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormDrawer title={title} onClosed={onClosed}>
      {(close) => (
        <ApiForm<Values, Record>
          name="permission"
          label={title}
          record={record}
          valuesOf={({ groupId, name, labelZh, labelEn }) => ({ groupId, name, labelZh, labelEn })}
          labels={labels()}
          show={(field, value) =>
            field === 'groupId'
              ? (groupOptions.find((group) => group.value === value)?.label ?? '')
              : String(value ?? '')
          }
          errorFields={{ 'permission.nameTaken': 'name', 'permission.builtIn': 'name' }}
          save={save}
          onRecord={onChanged}
          onSaved={close}
        >
          <Form.Item
            name="name"
            label={t('permission.name')}
            extra={t(record.builtIn ? 'permission.builtIn.why' : 'permission.name.hint')}
            rules={[
              { required: true, message: t('permission.name.required') },
              { pattern: /^[A-Za-z][A-Za-z0-9]{0,63}$/, message: t('permission.name.invalid') },
            ]}
          >
            <Input maxLength={64} autoComplete="off" disabled={record.builtIn === true} />
          </Form.Item>
          <LabelField name="labelZh" label={t('permission.labelZh')} />
          <LabelField name="labelEn" label={t('permission.labelEn')} />
          <Form.Item
            name="groupId"
            label={t('permissionGroup.name')}
            rules={[{ required: true, message: t('permission.group.required') }]}
          >
            <Select options={groupOptions} showSearch={{ optionFilterProp: 'label' }} />
          </Form.Item>
        </ApiForm>
      )}
    </FormDrawer>
  )
}

const LabelField = ({ name, label }: { name: string; label: string }) => (
  <Form.Item
    name={name}
    label={label}
    rules={[{ required: true, whitespace: true, message: t('permission.label.required') }]}
  >
    <Input maxLength={100} autoComplete="off" />
  </Form.Item>
)

function save(values: Values, { id, version }: Record): Promise<Record> {
  const options = { skipErrorHandler: true }
  return id
    ? call(
        permissionApi.update,
        { params: { id }, body: { ...values, version: version ?? 0 } },
        options,
      )
    : call(permissionApi.store, { body: values }, options)
}

const labels = () => ({
  groupId: t('permissionGroup.name'),
  name: t('permission.name'),
  labelZh: t('permission.labelZh'),
  labelEn: t('permission.labelEn'),
})
