import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, message, notification } from 'antd'
import type { Locale } from 'antd/es/locale'
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react'
import { queryClient } from '../lib/api/query.ts'
import { feedback } from '../lib/feedback.ts'
import { direction } from '../lib/i18n.ts'
import { useChoices } from './settings.ts'
import { themeOf } from './theme.ts'

/** antd would put a space between two Chinese characters, which screen readers then spell out. */
const plainLabels = { autoInsertSpace: false }
const rtl = direction === 'rtl'
const motion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function Providers({ antdLocale, children }: { antdLocale: Locale; children: ReactNode }) {
  const choices = useChoices()
  const theme = useMemo(() => themeOf(choices, motion), [choices])
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset.theme = choices.navTheme === 'realDark' ? 'dark' : 'light'
    root.toggleAttribute('data-weak', choices.colorWeak)
  }, [choices])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={theme} locale={antdLocale} direction={direction} button={plainLabels}>
        <FeedbackHost>{children}</FeedbackHost>
      </ConfigProvider>
    </QueryClientProvider>
  )
}

/** antd gives each message role="alert", which is its live region. */
function FeedbackHost({ children }: { children: ReactNode }) {
  const [messages, messageHost] = message.useMessage({ top: 64, maxCount: 3, rtl })
  const [notifications, notificationHost] = notification.useNotification({ placement: rtl ? 'topLeft' : 'topRight', rtl })
  useEffect(() => feedback.bind({ message: messages, notification: notifications }), [messages, notifications])
  return (
    <>
      {messageHost}
      {notificationHost}
      {children}
    </>
  )
}
