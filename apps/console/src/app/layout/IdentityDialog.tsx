import { accountApi } from '@paydesk/contract/people/account'
import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/apiError.ts'
import { showError } from '../../lib/api/errors.ts'
import { t } from '../../lib/i18n.ts'

/** "Is it still you?" People answer with their password, or with a code if they sign in without a password. */
export default function IdentityDialog({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const [by, setBy] = useState<'password' | 'code'>('password')
  const [busy, setBusy] = useState(false)
  const [form] = Form.useForm<{ secret: string }>()

  async function confirm({ secret }: { secret: string }) {
    if (busy) return
    setBusy(true)
    try {
      const body = by === 'password' ? { password: secret } : { code: secret.replace(/\s/g, '') }
      await call(accountApi.reauthenticate, { body }, { skipErrorHandler: true })
      onAnswer(true)
    } catch (error) {
      if (!(error instanceof ApiError && error.isAnswer)) return showError(error)
      form.setFields([{ name: 'secret', errors: [error.message] }])
      form.focusField('secret')
    } finally {
      setBusy(false)
    }
  }
  const other = by === 'password' ? 'code' : 'password'
  return (
    <Modal
      open
      width={440}
      title={t('identity.title')}
      okText={t('identity.confirm')}
      cancelText={t('identity.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={() => onAnswer(false)}
    >
      <p>{t('identity.explain')}</p>
      <Form form={form} name="identity" layout="vertical" onFinish={confirm} requiredMark={false}>
        <Form.Item name="secret" label={t(`identity.${by}`)} rules={[{ required: true, message: t(`identity.${by}.required`) }]}>
          {by === 'password' ? (
            <Input.Password autoFocus autoComplete="current-password" maxLength={200} />
          ) : (
            <Input autoFocus autoComplete="one-time-code" maxLength={24} />
          )}
        </Form.Item>
        <Button
          type="link"
          style={{ padding: 0 }}
          onClick={() => {
            form.resetFields()
            setBy(other)
          }}
        >
          {t(`identity.use.${other}`)}
        </Button>
      </Form>
    </Modal>
  )
}
