import type { Reply } from '@paydesk/contract/lib/endpoint'
import { accountApi } from '@paydesk/contract/people/account'
import { secondFactorApi } from '@paydesk/contract/people/secondFactor'
import { Form, Input } from 'antd'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { TotpSetup } from '../../shared/session/TotpSetup.tsx'
import { ApiForm } from '../../ui/form/ApiForm.tsx'

type Values = { code: string }
const empty: Values = { code: '' }
export type TotpSecret = Reply<typeof secondFactorApi.begin>

/** Every call makes another secret; nothing is switched on before its first digits were right. */
export const beginTotp = () => call(secondFactorApi.begin, {})

type Props = { secret: TotpSecret; onCodes: (codes: string[]) => void; onSaved?: () => void }

/** Shows the secret to scan and asks for its first digits. */
export function TotpForm({ secret, onCodes, onSaved }: Props) {
  async function confirm({ code }: Values): Promise<Values> {
    const body = { code: code.replace(/\s/g, '') }
    const { recoveryCodes } = await call(
      secondFactorApi.confirm,
      { body },
      { skipErrorHandler: true },
    )
    onCodes(recoveryCodes)
    return empty
  }
  return (
    <>
      <p>{t('security.factor.scan')}</p>
      <TotpSetup {...secret} />
      <ApiForm<Values, Values>
        name="secondFactor"
        label={t('security.factor.enable')}
        record={empty}
        valuesOf={(values) => values}
        labels={{ code: t('totp.code') }}
        save={confirm}
        onRecord={() => {
          void refreshApi(accountApi.security)
          void refreshApi(accountApi.sessions)
        }}
        onSaved={() => onSaved?.()}
        errorFields={{ 'login.codeIncorrect': 'code', 'login.tooManyAttempts': 'code' }}
        submitLabel={t('security.factor.enable')}
        savedText={t('security.factor.enabled')}
      >
        <Form.Item
          name="code"
          label={t('totp.code')}
          rules={[{ required: true, message: t('security.factor.code.required') }]}
        >
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            autoFocus
            dir="ltr"
          />
        </Form.Item>
      </ApiForm>
    </>
  )
}
