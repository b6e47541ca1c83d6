import { Alert, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Quiet } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/apiError.ts'
import { errorWords } from '../lib/api/errors.ts'
import { t } from '../lib/i18n.ts'
import styles from './ConfirmDialog.module.css'

type Props = {
  title: string
  /** What will happen, in full: the button acts without asking again. */
  children: ReactNode
  /**
   * Names verb and object where `danger` is set. Its sibling then keeps things as they are:
   * “cancel” could be taken for the action.
   */
  confirmLabel: string
  danger?: boolean
  disabled?: boolean
  /**
   * The button has the focus at once: Enter confirms. For questions that people answer many of,
   * one after another.
   */
  ready?: boolean
  width?: number
  /**
   * Throws to keep the dialog open. Its calls take `quiet`: the dialog itself says why they were
   * refused, until the next try. `false`: it stays open as well, and the children say why.
   */
  onConfirm: (quiet: Quiet) => Promise<unknown>
  /** What helps after this refusal, for example a link. */
  helpAfter?: (refusal: ApiError) => ReactNode
  onClosed: () => void
}

/** The question before an action that others notice. Mounted while it is wanted. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  danger = false,
  disabled = false,
  ready = false,
  width = 480,
  onConfirm,
  helpAfter,
  onClosed,
}: Props) {
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ words: string; help: ReactNode }>()
  const confirm = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      if ((await onConfirm({ skipErrorHandler: true })) !== false) setOpen(false)
    } catch (error) {
      const words = isFieldsOwn(error) ? undefined : errorWords(error)
      if (words)
        setRefusal({ words, help: error instanceof ApiError ? helpAfter?.(error) : undefined })
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
      okButtonProps={{ danger, disabled, autoFocus: ready }}
      confirmLoading={busy}
      cancelText={t(danger ? 'action.keep' : 'action.cancel')}
      onOk={() => void confirm()}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      {children}
      {refusal && (
        <Alert
          className={styles.refusal ?? ''}
          type="error"
          showIcon
          role="alert"
          title={
            refusal.help ? (
              <>
                {refusal.words} {refusal.help}
              </>
            ) : (
              refusal.words
            )
          }
        />
      )}
    </Modal>
  )
}

/** A form's fields show by themselves what is wrong with them. */
const isFieldsOwn = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errorFields' in error
