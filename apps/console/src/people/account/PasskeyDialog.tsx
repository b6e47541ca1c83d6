import type { Passkey } from '@paydesk/contract/people/passkey'
import { Dialog } from './Dialog.tsx'
import { PasskeyForm, passkeyTitle } from './PasskeyForm.tsx'

export const PasskeyDialog = ({
  passkey,
  onClosed,
}: {
  passkey?: Passkey
  onClosed: () => void
}) => (
  <Dialog title={passkeyTitle(passkey)} onClosed={onClosed}>
    {(close) => <PasskeyForm {...(passkey && { passkey })} onSaved={close} />}
  </Dialog>
)
