import { accountApi } from '@paydesk/contract/people/account'
import { type Passkey, passkeyApi } from '@paydesk/contract/people/passkey'
import { Form, Input } from 'antd'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { Cancelled } from '../../lib/api/stepUp.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'

type Values = { name: string }

/** A new passkey, or another name for one. */
export function PasskeyForm({ passkey, onSaved }: { passkey?: Passkey; onSaved: () => void }) {
  const title = passkeyTitle(passkey)
  async function save({ name }: Values): Promise<Values> {
    if (passkey)
      await call(
        passkeyApi.rename,
        { params: { id: passkey.id }, body: { name } },
        { skipErrorHandler: true },
      )
    else await add(name)
    return { name }
  }
  return (
    <>
      {!passkey && <p>{t('security.passkey.why')}</p>}
      <ApiForm<Values, Values>
        name="passkey"
        label={title}
        record={{ name: passkey?.name ?? '' }}
        valuesOf={({ name }) => ({ name })}
        labels={{ name: t('security.passkey.name') }}
        save={save}
        onRecord={() => {
          for (const endpoint of [passkeyApi.list, accountApi.security, accountApi.sessions])
            void refreshApi(endpoint)
        }}
        onSaved={onSaved}
        submitLabel={title}
      >
        <Form.Item
          name="name"
          label={t('security.passkey.name')}
          extra={t('security.passkey.name.hint')}
          rules={[
            { required: true, whitespace: true, message: t('security.passkey.name.required') },
          ]}
        >
          <Input maxLength={50} autoFocus />
        </Form.Item>
      </ApiForm>
    </>
  )
}

export const passkeyTitle = (passkey: Passkey | undefined) =>
  t(passkey ? 'security.passkey.rename' : 'security.passkey.add')

async function add(name: string) {
  const { browserSupportsWebAuthn, startRegistration, WebAuthnError } = await import(
    '@simplewebauthn/browser'
  )
  if (!browserSupportsWebAuthn()) return stop(t('login.passkey.unsupported'))
  const { ticket, options } = await call(passkeyApi.registerOptions, {}, { skipErrorHandler: true })
  const response = await startRegistration({ optionsJSON: options as never }).catch(
    (error: unknown) => {
      const known =
        error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
      return stop(t(known ? 'security.passkey.known' : 'login.passkey.cancelled'))
    },
  )
  const body = {
    ticket,
    name,
    response: { ...response, clientExtensionResults: { ...response.clientExtensionResults } },
  }
  return call(passkeyApi.register, { body }, { skipErrorHandler: true })
}

/**
 * The browser refused. This code shows the reason, because there is no answer of the API to show.
 */
function stop(why: string): never {
  feedback.message().warning(why)
  throw new Cancelled()
}
