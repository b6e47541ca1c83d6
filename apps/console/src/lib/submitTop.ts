import { openDialogs } from './keys.ts'

/**
 * Ctrl+Enter submits the form that has the focus, otherwise the form of the topmost dialog or drawer; it confirms a dialog without a form.
 * It never presses a disabled button.
 */
export function submitTop() {
  const focused = document.activeElement?.closest('form')
  if (focused) return focused.requestSubmit()
  const dialog = openDialogs().at(-1)
  const form = dialog?.querySelector('form')
  if (form) return form.requestSubmit()
  dialog?.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary:not(:disabled)')?.click()
}
