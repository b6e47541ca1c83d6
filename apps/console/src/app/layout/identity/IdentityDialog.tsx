import { KeyOutlined } from '@ant-design/icons'
import { accountApi } from '@paydesk/contract/people/account'
import { passkeyApi } from '@paydesk/contract/people/passkey'
import { Button, Form, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/apiError.ts'
import { showError } from '../../../lib/api/errors.ts'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { askPasskey, canUsePasskeys } from '../../../shared/session/passkey.ts'
import { FormNotice, type Notice } from '../../../ui/form/FormNotice.tsx'
import styles from './IdentityDialog.module.css'
import type { QuestionProps } from './questionProps.ts'

type Props = QuestionProps & { by: 'password' | 'factor' }

/**
 * "Is it still you?" The password answers only where it is enough; otherwise the second factor
 * that the person has.
 */
export default function IdentityDialog({ by, open, onAnswer, onClosed }: Props) {
  const [busy, setBusy] = useState<'secret' | 'passkey'>()
  const [notice, setNotice] = useState<Notice>()
  const passkeyButton = useRef<HTMLButtonElement>(null)
  const [form] = Form.useForm<{ secret: string }>()
  const { data, error } = useApi(accountApi.security, {}, { enabled: by === 'factor' })
  // If it is not known what the person has, all is offered.
  const hasCode = by === 'factor' && (!data || data.secondFactor !== null)
  const hasPasskey = by === 'factor' && canUsePasskeys() && (!data || data.passkeyCount > 0)
  const field = by === 'password' ? 'password' : hasCode ? 'code' : undefined
  if (by === 'factor' && !data && !error) return null

  async function attempt(what: 'secret' | 'passkey', prove: () => Promise<string | undefined>) {
    if (busy) return
    setBusy(what)
    setNotice(undefined)
    try {
      const why = await prove()
      if (why === undefined) return onAnswer(true)
      setNotice({ type: 'warning', text: why })
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.isAnswer)) showError(failure)
      else if (what === 'passkey') setNotice({ type: 'error', text: failure.message })
      else {
        form.setFields([{ name: 'secret', errors: [failure.message] }])
        // The wrong one is marked, so that typing replaces it.
        form.getFieldInstance('secret')?.focus({ cursor: 'all' })
      }
    } finally {
      setBusy(undefined)
    }
  }
  const bySecret = ({ secret }: { secret: string }) =>
    attempt('secret', async () => {
      const body = by === 'password' ? { password: secret } : { code: secret.replace(/\s/g, '') }
      await call(accountApi.reauthenticate, { body }, { skipErrorHandler: true })
      return undefined
    })
  const byPasskey = () =>
    attempt('passkey', async () => {
      const { signed, why } = await askPasskey()
      if (signed)
        await call(passkeyApi.reauthenticate, { body: signed }, { skipErrorHandler: true })
      return why
    })

  return (
    <Modal
      open={open}
      width={440}
      title={t('identity.title')}
      okText={t('identity.confirm')}
      okButtonProps={{ hidden: !field }}
      cancelText={t('identity.cancel')}
      confirmLoading={busy === 'secret'}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={() => onAnswer(false)}
      // Not by autoFocus: the dialog below keeps the focus to itself until this one is there.
      afterOpenChange={(isOpen) =>
        isOpen && (field ? form.focusField('secret') : passkeyButton.current?.focus())
      }
      afterClose={onClosed}
    >
      <p>{t(by === 'password' ? 'identity.explain' : 'identity.factor.explain')}</p>
      <FormNotice notice={notice} />
      <Form form={form} name="identity" layout="vertical" onFinish={bySecret} requiredMark={false}>
        {field && (
          <Form.Item
            name="secret"
            label={t(`identity.${field}`)}
            extra={field === 'code' && t('identity.code.hint')}
            rules={[{ required: true, message: t(`identity.${field}.required`) }]}
          >
            {field === 'password' ? (
              <Input.Password autoComplete="current-password" maxLength={200} />
            ) : (
              <Input autoComplete="one-time-code" maxLength={24} dir="ltr" />
            )}
          </Form.Item>
        )}
      </Form>
      {hasPasskey && (
        <Button
          block
          ref={passkeyButton}
          type={field ? 'default' : 'primary'}
          className={styles.passkey ?? ''}
          icon={<KeyOutlined aria-hidden />}
          loading={busy === 'passkey'}
          disabled={busy === 'secret'}
          onClick={() => void byPasskey()}
        >
          {t('identity.passkey')}
        </Button>
      )}
      {!field && !hasPasskey && (
        <FormNotice notice={{ type: 'warning', text: t('identity.passkey.elsewhere') }} />
      )}
    </Modal>
  )
}
