import { useEffect, useRef, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { Dialog } from './Dialog.tsx'
import { beginTotp, TotpForm, type TotpSecret } from './TotpForm.tsx'

/** First confirms the person, then shows the code to scan, then asks for its first digits. */
export function EnableSecondFactor({
  onClosed,
  onCodes,
}: {
  onClosed: () => void
  onCodes: (codes: string[]) => void
}) {
  const secret = useSecret(onClosed)
  if (!secret) return null
  return (
    <Dialog title={t('security.factor.enable')} onClosed={onClosed}>
      {(close) => <TotpForm secret={secret} onCodes={onCodes} onSaved={close} />}
    </Dialog>
  )
}

/** Runs once even where React runs effects twice: every call makes another secret. */
function useSecret(onFailed: () => void) {
  const [secret, setSecret] = useState<TotpSecret>()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    // The call has shown why it failed; cancelling is no error.
    beginTotp().then(setSecret).catch(onFailed)
  }, [onFailed])
  return secret
}
