import { Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { unsaved } from '../../lib/unsaved.ts'

type Props = { title: string; children: (close: () => void) => ReactNode; onClosed: () => void }

/**
 * A form beside the list that it belongs to. It is mounted while it is wanted; `onClosed` is called
 * after it has closed, so that the focus returns to the button that opened it.
 */
export function FormDrawer({ title, children, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Drawer
      open={open}
      title={title}
      size="min(720px, 100vw)"
      onClose={() => unsaved.leave(close)}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
    >
      {children(close)}
    </Drawer>
  )
}
