import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Toast, toastList } from '../lib/feedback.ts'
import { t } from '../lib/i18n.ts'
import { Icon, StatusIcon } from './plain/Icon.tsx'
import styles from './Toasts.module.css'

const messageMs = 3000
const noteMs = 4500

/**
 * The messages that go by themselves, and the notes in the corner. Our own, and not antd's: they
 * are seen before the login too, and go on from there into the console.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.read)
  const [messages, notes] = [toasts.filter(({ note }) => !note), toasts.filter(({ note }) => note)]
  return (
    <>
      <div className={styles.messages} data-toasts>
        {messages.map((toast) => (
          <Shown key={toast.key} toast={toast} />
        ))}
      </div>
      <div className={styles.notes} data-toasts>
        {notes.map((toast) => (
          <Shown key={toast.key} toast={toast} />
        ))}
      </div>
    </>
  )
}

/**
 * Each is a live region of its own. One that is being read, under the pointer or with the focus in
 * it, does not go.
 */
function Shown({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const { key, kind, text, note } = toast
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins the time anew
  useEffect(() => {
    if (held || note?.stays) return
    const timer = setTimeout(() => toastList.close(key), note ? noteMs : messageMs)
    return () => clearTimeout(timer)
  }, [toast, held])
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  if (!note)
    return (
      <div className={`${styles.toast} ${styles.message}`} role="alert" {...hold}>
        <StatusIcon status={kind} />
        <span>{text}</span>
      </div>
    )
  return (
    <div
      className={`${styles.toast} ${styles.note}`}
      role={note.stays ? 'status' : 'alert'}
      {...hold}
    >
      <StatusIcon status={kind} />
      <div className={styles.words}>
        <strong>{text}</strong>
        <p>{note.description}</p>
        {note.action}
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label={t('toast.close')}
        onClick={() => toastList.close(key)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
