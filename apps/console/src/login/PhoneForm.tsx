import { MobileOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { t } from '../lib/i18n.ts'
import { useFields } from './fields.ts'
import type { Notice } from './LoginNotice.tsx'
import styles from './LoginPage.module.css'
import { TextField } from './TextField.tsx'

/** A mainland number as people write it, or any number with its country code. */
const phonePattern = /^(1\d{10}|\+\d{7,15})$/
const resendSeconds = 60

export function PhoneForm({ notice, onNotice }: { notice: ReactNode; onNotice: (notice: Notice) => void }) {
  const [seconds, startCountdown] = useCountdown()
  const { validate, field } = useFields({
    phone: phoneError,
    code: (value) => (value.trim() ? undefined : t('login.code.required')),
  })
  // No SMS gateway can be configured yet: the form says so instead of pretending to send.
  const explain = () => onNotice({ type: 'info', text: t('login.phone.notConfigured') })

  function getCode() {
    if (!validate(['phone'])) return
    startCountdown(resendSeconds)
    explain()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (validate()) explain()
  }

  return (
    <form onSubmit={submit} noValidate>
      {notice}
      <TextField
        {...field('phone')}
        label={t('login.phone.number')}
        prefix={<MobileOutlined aria-hidden />}
        type="tel"
        autoComplete="tel"
        maxLength={16}
      />
      <TextField
        {...field('code')}
        label={t('login.code')}
        prefix={<SafetyCertificateOutlined aria-hidden />}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        after={
          <Button size="large" className={styles.getCode ?? ''} onClick={getCode} disabled={seconds > 0}>
            {seconds > 0 ? t('login.code.wait', { seconds }) : t('login.code.get')}
          </Button>
        }
      />
      <Button type="primary" size="large" htmlType="submit" block className={styles.submit ?? ''}>
        {t('login.submit')}
      </Button>
    </form>
  )
}

function phoneError(value: string) {
  const phone = value.replace(/[\s-]/g, '')
  if (!phone) return t('login.phone.required')
  return phonePattern.test(phone) ? undefined : t('login.phone.invalid')
}

function useCountdown(): [seconds: number, start: (from: number) => void] {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return [seconds, setSeconds]
}
