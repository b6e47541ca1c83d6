import { accountApi } from '@paydesk/contract/people/account'
import { Form, Input } from 'antd'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { StrengthMeter } from '../../shared/session/StrengthMeter.tsx'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { Dialog } from './Dialog.tsx'

type Values = { oldPassword: string; password: string; repeat: string }
const empty: Values = { oldPassword: '', password: '', repeat: '' }

async function save({ oldPassword, password }: Values): Promise<Values> {
  await call(
    accountApi.changePassword,
    { body: { oldPassword, password } },
    { skipErrorHandler: true },
  )
  return empty
}

export function PasswordDialog({ onClosed }: { onClosed: () => void }) {
  const { username, name } = useCurrentUser()
  const field = (key: keyof Values) => ({ name: key, label: t(`security.password.${key}`) })
  const required = (key: keyof Values) => ({
    required: true,
    message: t(`security.password.${key}.required`),
  })
  return (
    <Dialog title={t('security.password.change')} onClosed={onClosed} width={640}>
      {(close) => (
        <ApiForm<Values, Values>
          name="password"
          label={t('security.password.change')}
          record={empty}
          valuesOf={(values) => values}
          labels={{
            oldPassword: field('oldPassword').label,
            password: field('password').label,
            repeat: field('repeat').label,
          }}
          save={save}
          onRecord={() => {
            void refreshApi(accountApi.security)
            void refreshApi(accountApi.sessions)
          }}
          onSaved={close}
          errorFields={{
            'password.incorrect': 'oldPassword',
            'password.weak': 'password',
            'password.common': 'password',
            'password.ownWords': 'password',
            'password.same': 'password',
          }}
          submitLabel={t('security.password.change')}
          savedText={t('security.password.done')}
        >
          <Form.Item {...field('oldPassword')} rules={[required('oldPassword')]}>
            <Input.Password autoComplete="current-password" maxLength={200} autoFocus />
          </Form.Item>
          <Form.Item
            {...field('password')}
            rules={[required('password')]}
            extra={<Strength own={[username, name]} />}
          >
            <Input.Password autoComplete="new-password" maxLength={200} />
          </Form.Item>
          <Form.Item
            {...field('repeat')}
            dependencies={['password']}
            rules={[
              required('repeat'),
              ({ getFieldValue }) => ({
                validator: async (_, value) => {
                  if (value && value !== getFieldValue('password'))
                    throw new Error(t('security.password.differs'))
                },
                validateTrigger: 'onBlur',
              }),
            ]}
          >
            <Input.Password autoComplete="new-password" maxLength={200} />
          </Form.Item>
        </ApiForm>
      )}
    </Dialog>
  )
}

const Strength = ({ own }: { own: string[] }) => (
  <StrengthMeter password={Form.useWatch('password') ?? ''} own={own} />
)
