import { Form, Input } from 'antd'
import { t } from '../../lib/i18n.ts'

const pasted = (pattern: RegExp, message: string) => ({
  pattern,
  message,
  transform: (value: string) => value.trim(),
  validateTrigger: 'onBlur',
})

/**
 * The credentials as PayPal's developer pages show them. People paste them, often with a space at
 * the end, which the API removes.
 */
export const CredentialFields = () => (
  <>
    <Form.Item
      name="clientId"
      label={t('paypalAccount.clientId')}
      rules={[
        { required: true, whitespace: true, message: t('paypalAccount.clientId.required') },
        pasted(/^[\x21-\x39\x3b-\x7e]{10,200}$/, t('paypalAccount.clientId.invalid')),
      ]}
    >
      <Input maxLength={220} autoComplete="off" spellCheck={false} dir="ltr" />
    </Form.Item>
    <Form.Item
      name="secret"
      label={t('paypalAccount.secret')}
      extra={t('paypalAccount.secret.hint')}
      rules={[
        { required: true, whitespace: true, message: t('paypalAccount.secret.required') },
        pasted(/^[\x21-\x7e]{10,200}$/, t('paypalAccount.secret.invalid')),
      ]}
    >
      <Input.Password maxLength={220} autoComplete="new-password" dir="ltr" />
    </Form.Item>
  </>
)
