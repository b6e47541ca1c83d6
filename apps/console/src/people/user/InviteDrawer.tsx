import { personText } from '@paydesk/contract/lib/record'
import { normalPhone } from '@paydesk/contract/people/login'
import { userApi } from '@paydesk/contract/people/user'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import type { DialogProps } from './doing.ts'
import { EmailField, NameField, PhoneField, RolesField } from './fields.tsx'

type Values = {
  username: string
  name: string
  email: string
  phone: string
  parentId: string | undefined
  roleIds: string[]
}

export function InviteDrawer({
  parentId,
  onChanged,
  onClosed,
}: DialogProps & { parentId: string | undefined }) {
  const [blank] = useState<Values>({
    username: '',
    name: '',
    email: '',
    phone: '',
    parentId,
    roleIds: [],
  })
  return (
    <FormDrawer title={t('user.invite')} onClosed={onClosed}>
      {(close) => (
        <ApiForm<Values, Values>
          name="invite"
          label={t('user.invite')}
          record={blank}
          valuesOf={(values) => values}
          labels={labels()}
          errorFields={{ 'user.usernameTaken': 'username' }}
          save={async (values) => {
            await invite(values)
            return blank
          }}
          onRecord={onChanged}
          onSaved={close}
          submitLabel={t('user.invite.send')}
          savedText={t('user.invite.done')}
        >
          <Form.Item
            name="username"
            label={t('user.username')}
            extra={t('user.username.hint')}
            rules={[
              { required: true, message: t('user.username.required') },
              { pattern: /^[\p{L}\p{N}._@-]{1,64}$/u, message: t('user.username.invalid') },
            ]}
          >
            <Input maxLength={64} autoComplete="off" />
          </Form.Item>
          <NameField />
          <EmailField required />
          <PhoneField />
          <ParentField />
          <RolesField />
        </ApiForm>
      )}
    </FormDrawer>
  )
}

/** A list rather than the tree, because people find a new user's superior by typing. */
function ParentField() {
  const { data } = useApi(userApi.tree, {})
  return (
    <Form.Item name="parentId" label={t('user.parent')} extra={t('user.parent.hint')}>
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('user.parent.none')}
        options={(data?.list ?? []).map(({ id, name, username }) => ({
          value: id,
          label: personText(name, username),
        }))}
      />
    </Form.Item>
  )
}

const invite = ({ phone, parentId, ...values }: Values) =>
  call(
    userApi.invite,
    { body: { ...values, phone: phone ? normalPhone(phone) : null, parentId: parentId ?? null } },
    { skipErrorHandler: true },
  )

const labels = () => ({
  username: t('user.username'),
  name: t('user.name'),
  email: t('user.email'),
  phone: t('user.phone'),
  parentId: t('user.parent'),
  roleIds: t('user.roles'),
})
