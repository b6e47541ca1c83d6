import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { loginApi } from '@paydesk/contract/login'
import { Button, Checkbox } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../lib/api.ts'
import { ApiError } from '../lib/apiError.ts'
import { feedback } from '../lib/feedback.ts'
import { t } from '../lib/i18n.ts'
import { session } from '../lib/session.ts'
import { useFields } from './fields.ts'
import type { Notice } from './LoginNotice.tsx'
import styles from './LoginPage.module.css'
import { TextField } from './TextField.tsx'

export function AccountForm({ notice, onNotice }: { notice: ReactNode; onNotice: (notice?: Notice) => void }) {
  const [remember, setRemember] = useState(false)
  const [busy, setBusy] = useState(false)
  const { values, validate, field } = useFields({
    username: (value) => (value.trim() ? undefined : t('login.username.required')),
    password: (value) => (value ? undefined : t('login.password.required')),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !validate()) return
    setBusy(true)
    onNotice(undefined)
    try {
      const { token } = await call(loginApi.account, { body: { ...values, remember } }, { skipErrorHandler: true })
      feedback.message().success(t('login.successful'))
      session.signIn(token)
    } catch (error) {
      const why = refusalOf(error)
      if (why) onNotice({ type: 'error', text: why })
      else feedback.message().error(t('login.failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      {notice}
      <TextField
        {...field('username')}
        label={t('login.username')}
        prefix={<UserOutlined aria-hidden />}
        autoComplete="username"
        maxLength={64}
        autoFocus
      />
      <TextField
        {...field('password')}
        label={t('login.password')}
        prefix={<LockOutlined aria-hidden />}
        autoComplete="current-password"
        maxLength={200}
        password
      />
      <div className={styles.row}>
        <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)}>
          {t('login.remember')}
        </Checkbox>
        <Button type="link" className={styles.inlineLink ?? ''} onClick={() => onNotice({ type: 'info', text: t('login.forgot.explain') })}>
          {t('login.forgot')}
        </Button>
      </div>
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('login.submit')}
      </Button>
    </form>
  )
}

/** What the service said about these credentials; undefined when it could not say anything. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.problem.kind !== 'business') return undefined
  return error.errorCode === 'login.incorrect' ? t('login.incorrect') : error.problem.failure.errorMessage
}
