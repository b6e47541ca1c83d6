/** What a key does: the key as typed ("/", "n", "?"), or with Ctrl, or ⌘ on a Mac, as "mod+k". */
export type Keys = Record<string, (() => void) | undefined>

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
/** What people call the key on this machine. */
export const modName = isMac ? '⌘' : 'Ctrl'

const bound: Keys[] = []

/** The keys that were bound last come first: a dialog on top of a page comes before the page. */
export function bindKeys(keys: Keys) {
  if (bound.length === 0) window.addEventListener('keydown', onKeyDown)
  bound.push(keys)
  return () => {
    bound.splice(bound.indexOf(keys), 1)
    if (bound.length === 0) window.removeEventListener('keydown', onKeyDown)
  }
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/**
 * Undefined if another modifier makes the key the browser's or the system's. Shift does not count:
 * "?" needs it on most keyboards.
 */
export function keyNameOf(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  mac = isMac,
): string | undefined {
  const [mod, other] = mac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (altKey || other) return undefined
  return mod ? `mod+${key.toLowerCase()}` : key
}

const fields =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=combobox], [role=menu], [role=listbox]'
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(fields) !== null
/** The dialogs over the page: below them a single letter must not act. */
export const openDialogs = () =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog]')].filter((dialog) =>
    dialog.checkVisibility(),
  )
/**
 * Menus and small windows that hang from a button: a key belongs to them as well,
 * Escape first of all.
 */
const openPopups = () =>
  [...document.querySelectorAll<HTMLElement>('.ant-dropdown, .ant-popover')].filter((popup) =>
    popup.checkVisibility(),
  )

function onKeyDown(event: KeyboardEvent) {
  // During composition, Enter and letters choose a Chinese character and are not typed yet.
  if (event.defaultPrevented || event.isComposing || event.repeat) return
  const name = keyNameOf(event)
  if (
    name === undefined ||
    (!name.startsWith('mod+') &&
      (isTyping(event.target) || openDialogs().length > 0 || openPopups().length > 0))
  )
    return
  const run = bound.findLast((keys) => keys[name])?.[name]
  if (!run) return
  event.preventDefault()
  run()
}
