import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { paths } from '@paydesk/contract/lib/paths'
import { loginApi } from '@paydesk/contract/people/login'
import { Button, Checkbox } from 'antd'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useFields } from '../../ui/form/useFields.ts'
import { type SignInFormProps, useAttempt } from './form.ts'
import styles from './LoginPage.module.css'

export function AccountForm({ notice, onNotice, onReply, remember, onRemember }: SignInFormProps) {
  const { busy, attempt } = useAttempt(onNotice)
  const { values, validate, field } = useFields({
    username: (value) => (value.trim() ? undefined : t('login.username.required')),
    password: (value) => (value ? undefined : t('login.password.required')),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!validate()) return
    void attempt(() => call(loginApi.account, { body: { ...values, remember } }, { skipErrorHandler: true }), onReply)
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
        <Checkbox checked={remember} onChange={(event) => onRemember(event.target.checked)}>
          {t('login.remember')}
        </Checkbox>
        <Link to={paths.forgot()} className={styles.inlineLink}>
          {t('login.forgot')}
        </Link>
      </div>
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
