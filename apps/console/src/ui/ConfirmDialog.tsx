import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { t } from '../lib/i18n.ts'

type Props = {
  title: string
  /** What will happen, in full: the button acts without asking again. */
  children: ReactNode
  confirmLabel: string
  danger?: boolean
  disabled?: boolean
  width?: number
  /** Throws to keep the dialog open; the call has shown why. */
  onConfirm: () => Promise<unknown>
  onClosed: () => void
}

/** The question before an action that others notice. Mounted while it is wanted. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  danger = false,
  disabled = false,
  width = 480,
  onConfirm,
  onClosed,
}: Props) {
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      setOpen(false)
    } catch {
      // The call has shown the error.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open={open}
      width={width}
      title={title}
      okText={confirmLabel}
      okButtonProps={{ danger, disabled }}
      confirmLoading={busy}
      cancelText={t('action.cancel')}
      onOk={() => void confirm()}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      {children}
    </Modal>
  )
}
