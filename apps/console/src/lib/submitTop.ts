import { openDialogs } from './keys.ts'

/**
 * Ctrl+Enter confirms the topmost dialog by its button, with a form or without. Otherwise it
 * submits the form that has the focus, or the one of the topmost drawer. It never presses a
 * disabled button.
 */
export function submitTop() {
  const dialog = openDialogs().at(-1)
  const confirm = dialog?.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary')
  if (confirm) return confirm.disabled ? undefined : confirm.click()
  const form = document.activeElement?.closest('form') ?? dialog?.querySelector('form')
  form?.requestSubmit()
}
