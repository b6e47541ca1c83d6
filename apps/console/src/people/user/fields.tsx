import { normalPhone } from '@paydesk/contract/people/login'
import { holdsRole, roleApi } from '@paydesk/contract/people/role'
import { Checkbox, Form, Input, Radio } from 'antd'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { seededName } from '../../shared/role/seededName.ts'
import { AmountLines } from '../../ui/form/AmountLines.tsx'
import styles from './UserListPage.module.css'

export const NameField = () => (
  <Form.Item
    name="name"
    label={t('user.name')}
    rules={[{ required: true, whitespace: true, message: t('user.name.required') }]}
  >
    <Input maxLength={100} autoComplete="off" />
  </Form.Item>
)

export const EmailField = ({ required }: { required: boolean }) => (
  <Form.Item
    name="email"
    label={t('user.email')}
    rules={[
      { required, message: t('user.email.required') },
      { type: 'email', message: t('user.email.invalid') },
    ]}
  >
    <Input maxLength={254} autoComplete="off" inputMode="email" />
  </Form.Item>
)

export const PhoneField = () => (
  <Form.Item
    name="phone"
    label={t('user.phone')}
    extra={t('user.phone.hint')}
    rules={[
      {
        validator: (_, value: string | undefined) =>
          !value || /^\+[1-9]\d{6,14}$/.test(normalPhone(value))
            ? Promise.resolve()
            : Promise.reject(new Error(t('user.phone.invalid'))),
      },
    ]}
  >
    <Input maxLength={30} autoComplete="off" inputMode="tel" />
  </Form.Item>
)

/**
 * The limits for approving others' refunds. "No limit" is not the same as a currency without a
 * line.
 */
export function LimitsField() {
  const limited = Form.useWatch('limited')
  return (
    <Form.Item label={t('user.limits')} extra={t('user.limits.hint')}>
      <Form.Item name="limited" noStyle>
        <Radio.Group
          aria-label={t('user.limits')}
          className={styles.roleList ?? ''}
          options={[
            { value: false, label: t('user.limits.none') },
            { value: true, label: t('user.limits.some') },
          ]}
        />
      </Form.Item>
      <div hidden={!limited} className={styles.limits}>
        <AmountLines name="limits" />
      </div>
    </Form.Item>
  )
}

/** Only roles that the giver holds can be ticked; the others stay in view with the reason. */
export function RolesField() {
  const me = useCurrentUser()
  const { data } = useApi(roleApi.list, {})
  return (
    <Form.Item name="roleIds" label={t('user.roles')}>
      <Checkbox.Group className={styles.roleList ?? ''}>
        {(data?.list ?? []).map((role) => {
          const held = holdsRole(me, role)
          return (
            <Checkbox key={role.id} value={role.id} disabled={!held}>
              {seededName(role.name)}
              <span className={styles.second}>
                {held ? seededName(role.description) : t('user.roles.notHeld')}
              </span>
            </Checkbox>
          )
        })}
      </Checkbox.Group>
    </Form.Item>
  )
}
