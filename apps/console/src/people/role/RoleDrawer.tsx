import { type Role, roleApi } from '@paydesk/contract/people/role'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'
import { seededName } from '../../shared/role/seededName.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'

type Values = { code: string; name: string; description: string }
type Record = Values & { id?: string; version?: number }
type Props = { role: Role | undefined; onChanged: () => void; onClosed: () => void }

/** Name and description; permissions are ticked in the matrix. */
export function RoleDrawer({ role, onChanged, onClosed }: Props) {
  const [record] = useState<Record>(role ?? { code: '', name: '', description: '' })
  const title = role ? t('role.edit.title', { name: seededName(role.name) }) : t('role.create')
  return (
    <FormDrawer title={title} onClosed={onClosed}>
      {(close) => (
        <ApiForm<Values, Record>
          name="role"
          label={title}
          record={record}
          valuesOf={({ code, name, description }) => ({ code, name, description })}
          labels={{
            code: t('role.code'),
            name: t('role.name'),
            description: t('role.description'),
          }}
          errorFields={{ 'role.codeTaken': 'code' }}
          save={save}
          onRecord={onChanged}
          onSaved={close}
          submitLabel={t(role ? 'form.save' : 'role.create')}
          savedText={t(role ? 'form.saved' : 'role.created')}
        >
          <Form.Item
            name="name"
            label={t('role.name')}
            rules={[{ required: true, whitespace: true, message: t('role.name.required') }]}
          >
            <Input maxLength={100} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="code"
            label={t('role.code')}
            extra={t(role ? 'role.code.fixed' : 'role.code.hint')}
            rules={[
              { required: true, message: t('role.code.required') },
              { pattern: /^[A-Za-z][A-Za-z0-9_-]{0,63}$/, message: t('role.code.invalid') },
            ]}
          >
            <Input maxLength={64} autoComplete="off" disabled={role !== undefined} />
          </Form.Item>
          <Form.Item name="description" label={t('role.description')}>
            <Input.TextArea maxLength={500} autoSize={{ minRows: 2 }} />
          </Form.Item>
        </ApiForm>
      )}
    </FormDrawer>
  )
}

function save({ code, name, description }: Values, { id, version }: Record): Promise<Record> {
  const options = { skipErrorHandler: true }
  return id
    ? call(
        roleApi.update,
        { params: { id }, body: { name, description, version: version ?? 0 } },
        options,
      )
    : call(roleApi.create, { body: { code, name, description } }, options)
}
