import type { Reply } from '@paydesk/contract/lib/endpoint'
import { accountApi } from '@paydesk/contract/people/account'
import { secondFactorApi } from '@paydesk/contract/people/secondFactor'
import { Form, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { withFresh } from '../../lib/api/fresh.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { TotpSetup } from '../../shared/session/TotpSetup.tsx'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { Dialog } from './Dialog.tsx'

type Values = { code: string }
const empty: Values = { code: '' }
type Setup = Reply<typeof secondFactorApi.begin>

/**
 * First confirms the person, then shows the code to scan, then asks for its first digits. Nothing is switched on before the digits were
 * right.
 */
export function EnableSecondFactor({ onClosed, onCodes }: { onClosed: () => void; onCodes: (codes: string[]) => void }) {
  const setup = useSetup(onClosed)
  async function confirm({ code }: Values): Promise<Values> {
    const body = { code: code.replace(/\s/g, '') }
    const { recoveryCodes } = await withFresh(() => call(secondFactorApi.confirm, { body }, { skipErrorHandler: true }))
    onCodes(recoveryCodes)
    return empty
  }
  if (!setup) return null
  return (
    <Dialog title={t('security.factor.enable')} onClosed={onClosed}>
      {(close) => (
        <>
          <p>{t('security.factor.scan')}</p>
          <TotpSetup {...setup} />
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
            onSaved={close}
            errorFields={{ 'login.codeIncorrect': 'code', 'login.tooManyAttempts': 'code' }}
            submitLabel={t('security.factor.enable')}
            savedText={t('security.factor.enabled')}
          >
            <Form.Item name="code" label={t('totp.code')} rules={[{ required: true, message: t('security.factor.code.required') }]}>
              <Input inputMode="numeric" autoComplete="one-time-code" maxLength={10} autoFocus dir="ltr" />
            </Form.Item>
          </ApiForm>
        </>
      )}
    </Dialog>
  )
}

/** Runs once even where React runs effects twice: every call makes another secret. */
function useSetup(onFailed: () => void) {
  const [setup, setSetup] = useState<Setup>()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    withFresh(() => call(secondFactorApi.begin, {}))
      .then(setSetup)
      // The call has shown why it failed; cancelling is no error.
      .catch(onFailed)
  }, [onFailed])
  return setup
}
