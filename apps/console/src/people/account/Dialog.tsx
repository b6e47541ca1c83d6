import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { unsaved } from '../../lib/unsaved.ts'

type Props = {
  title: string
  children: (close: () => void) => ReactNode
  onClosed: () => void
  closable?: boolean
  width?: number
}

/**
 * A dialog that brings its own buttons. It is mounted while it is wanted; `onClosed` is called
 * after it has closed.
 */
export function Dialog({ title, children, onClosed, closable = true, width = 560 }: Props) {
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Modal
      open={open}
      title={title}
      width={width}
      footer={null}
      closable={closable}
      keyboard={closable}
      mask={{ closable: false }}
      onCancel={() => unsaved.leave(close)}
      afterClose={onClosed}
    >
      {children(close)}
    </Modal>
  )
}
