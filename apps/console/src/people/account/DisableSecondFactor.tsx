import { accountApi } from '@paydesk/contract/people/account'
import { secondFactorApi } from '@paydesk/contract/people/secondFactor'
import { Form, Input } from 'antd'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { Dialog } from './Dialog.tsx'

type Values = { password: string }
const empty: Values = { password: '' }

async function disable(body: Values): Promise<Values> {
  await call(secondFactorApi.disable, { body }, { skipErrorHandler: true })
  return empty
}

export const DisableSecondFactor = ({ onClosed }: { onClosed: () => void }) => (
  <Dialog title={t('security.factor.disable')} onClosed={onClosed}>
    {(close) => (
      <>
        <p>{t('security.factor.disable.explain')}</p>
        <ApiForm<Values, Values>
          name="disableSecondFactor"
          label={t('security.factor.disable')}
          record={empty}
          valuesOf={(values) => values}
          labels={{ password: t('security.password') }}
          save={disable}
          onRecord={() => {
            void refreshApi(accountApi.security)
            void refreshApi(accountApi.sessions)
          }}
          onSaved={close}
          errorFields={{ 'password.incorrect': 'password', 'login.tooManyAttempts': 'password' }}
          submitLabel={t('security.factor.disable')}
          savedText={t('security.factor.disabled')}
        >
          <Form.Item
            name="password"
            label={t('security.password')}
            rules={[{ required: true, message: t('security.password.oldPassword.required') }]}
          >
            <Input.Password autoComplete="current-password" maxLength={200} autoFocus />
          </Form.Item>
        </ApiForm>
      </>
    )}
  </Dialog>
)
