import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import { type ReactNode, useMemo } from 'react'
import { queryClient } from '../lib/api/query.ts'
import { direction } from '../lib/i18n.ts'
import { useChoices } from './settings.ts'
import { themeOf } from './theme.ts'

/** antd would put a space between two Chinese characters, which screen readers then spell out. */
const plainLabels = { autoInsertSpace: false }
const motion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function Providers({ antdLocale, children }: { antdLocale: Locale; children: ReactNode }) {
  const choices = useChoices()
  const theme = useMemo(() => themeOf(choices, motion), [choices])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={theme} locale={antdLocale} direction={direction} button={plainLabels}>
        {children}
      </ConfigProvider>
    </QueryClientProvider>
  )
}
