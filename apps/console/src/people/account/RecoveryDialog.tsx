import { Button } from 'antd'
import { t } from '../../lib/i18n.ts'
import { RecoveryCodes } from '../../shared/session/RecoveryCodes.tsx'
import { Dialog } from './Dialog.tsx'

/** Only its own button closes the dialog: closing it by accident would lose the codes for good. */
export const RecoveryDialog = ({ codes, onClosed }: { codes: string[]; onClosed: () => void }) => (
  <Dialog title={t('security.recovery')} onClosed={onClosed} closable={false}>
    {(close) => (
      <>
        <RecoveryCodes codes={codes} />
        <Button type="primary" onClick={close}>
          {t('security.recovery.kept')}
        </Button>
      </>
    )}
  </Dialog>
)
