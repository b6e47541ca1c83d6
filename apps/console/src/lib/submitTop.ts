import { openDialogs } from './keys.ts'

/**
 * Ctrl+Enter: submits the form that is typed in, else that of the topmost dialog or drawer; a dialog without one is confirmed. What
 * the button may not do, the key may not either.
 */
export function submitTop() {
  const focused = document.activeElement?.closest('form')
  if (focused) return focused.requestSubmit()
  const dialog = openDialogs().at(-1)
  const form = dialog?.querySelector('form')
  if (form) return form.requestSubmit()
  dialog?.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary:not(:disabled)')?.click()
}
