import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { t } from '../../../lib/i18n.ts'
import { PasskeyForm } from '../../../people/account/PasskeyForm.tsx'
import { beginTotp, TotpForm, type TotpSecret } from '../../../people/account/TotpForm.tsx'
import { canUsePasskeys } from '../../../shared/session/passkey.ts'
import { RecoveryCodes } from '../../../shared/session/RecoveryCodes.tsx'
import styles from './IdentityDialog.module.css'
import type { QuestionProps } from './questionProps.ts'

type Step =
  | { at: 'why' }
  | { at: 'totp'; secret: TotpSecret }
  | { at: 'passkey' }
  | { at: 'codes'; codes: string[] }

/**
 * The action needs a second factor and the person has none: they set one up here, and
 * the action goes on.
 */
export default function EnrolDialog({ open, onAnswer, onClosed }: QuestionProps) {
  const [step, setStep] = useState<Step>({ at: 'why' })
  const first = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  // From here on the factor is on: closing by accident would lose the codes for good.
  const isOn = step.at === 'codes'
  async function begin() {
    setBusy(true)
    try {
      setStep({ at: 'totp', secret: await beginTotp() })
    } catch {
      // The call has shown why it failed, or the person cancelled.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open={open}
      width={560}
      title={t(isOn ? 'security.recovery' : 'enrol.title')}
      footer={null}
      closable={!isOn}
      keyboard={!isOn}
      mask={{ closable: false }}
      onCancel={() => onAnswer(false)}
      // Not by autoFocus: the form below keeps the focus to itself until this dialog is there.
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
      afterClose={onClosed}
    >
      {step.at === 'why' && (
        <>
          <p>{t('enrol.why')}</p>
          <p>{t('enrol.then')}</p>
          <div className={styles.ways}>
            <Button ref={first} type="primary" loading={busy} onClick={() => void begin()}>
              {t('enrol.totp')}
            </Button>
            {canUsePasskeys() && (
              <Button disabled={busy} onClick={() => setStep({ at: 'passkey' })}>
                {t('enrol.passkey')}
              </Button>
            )}
            <Button type="text" onClick={() => onAnswer(false)}>
              {t('enrol.later')}
            </Button>
          </div>
        </>
      )}
      {step.at === 'totp' && (
        <TotpForm secret={step.secret} onCodes={(codes) => setStep({ at: 'codes', codes })} />
      )}
      {step.at === 'passkey' && <PasskeyForm onSaved={() => onAnswer(true)} />}
      {step.at === 'codes' && (
        <>
          <RecoveryCodes codes={step.codes} />
          <Button type="primary" autoFocus onClick={() => onAnswer(true)}>
            {t('enrol.continue')}
          </Button>
        </>
      )}
    </Modal>
  )
}
