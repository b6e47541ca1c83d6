import { type PermissionGroup, permissionGroupApi } from '@paydesk/contract/people/permissionGroup'
import { Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'

type Values = { platformId: number; name: string; sort: number }
type Record = Values & { id?: string; version?: number }
type Props = {
  group?: PermissionGroup
  platformId: number
  onChanged: () => void
  onClosed: () => void
}

export function GroupDrawer({ group, platformId, onChanged, onClosed }: Props) {
  const [record] = useState<Record>(group ?? { platformId, name: '', sort: 0 })
  const title = group
    ? t('permissionGroup.edit.title', { name: group.name })
    : t('permissionGroup.create')
  return (
    <FormDrawer title={title} onClosed={onClosed}>
      {(close) => (
        <ApiForm<Values, Record>
          name="permissionGroup"
          label={title}
          record={record}
          valuesOf={({ platformId, name, sort }) => ({ platformId, name, sort })}
          labels={{
            platformId: t('permission.platform'),
            name: t('permissionGroup.name'),
            sort: t('permissionGroup.sort'),
          }}
          save={save}
          onRecord={onChanged}
          onSaved={close}
        >
          <Form.Item
            name="platformId"
            label={t('permission.platform')}
            extra={t('permission.platform.hint')}
            rules={[{ required: true, message: t('permission.platform.required') }]}
          >
            <InputNumber min={1} max={1000} precision={0} disabled={group !== undefined} />
          </Form.Item>
          <Form.Item
            name="name"
            label={t('permissionGroup.name')}
            rules={[
              { required: true, whitespace: true, message: t('permissionGroup.name.required') },
            ]}
          >
            <Input maxLength={100} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="sort"
            label={t('permissionGroup.sort')}
            extra={t('permissionGroup.sort.hint')}
            rules={[{ required: true, message: t('permissionGroup.sort.required') }]}
          >
            <InputNumber min={0} max={10_000} precision={0} />
          </Form.Item>
        </ApiForm>
      )}
    </FormDrawer>
  )
}

function save({ platformId, name, sort }: Values, { id, version }: Record): Promise<Record> {
  const options = { skipErrorHandler: true }
  return id
    ? call(
        permissionGroupApi.update,
        { params: { id }, body: { name, sort, version: version ?? 0 } },
        options,
      )
    : call(permissionGroupApi.store, { body: { platformId, name, sort } }, options)
}
