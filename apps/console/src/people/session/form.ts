import type { SignInReply } from '@paydesk/contract/people/login'
import { type ReactNode, useState } from 'react'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import type { Notice } from '../../ui/form/FormNotice.tsx'
import { refusalOf } from './signIn.ts'

/** The properties that both tabs get. */
export type SignInFormProps = {
  notice: ReactNode
  onNotice: (notice?: Notice) => void
  onReply: (reply: SignInReply) => void
  remember: boolean
  onRemember: (remember: boolean) => void
}

/**
 * Allows one attempt at a time. The form shows a refusal; for any other error it says "failed,
 * please try again".
 */
export function useAttempt(onNotice: (notice?: Notice) => void) {
  const [busy, setBusy] = useState(false)
  async function attempt<T>(what: () => Promise<T>, then: (reply: T) => void) {
    if (busy) return
    setBusy(true)
    onNotice(undefined)
    try {
      then(await what())
    } catch (error) {
      const why = refusalOf(error)
      if (why) onNotice({ type: 'error', text: why })
      else feedback.message().error(t('login.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, attempt }
}
