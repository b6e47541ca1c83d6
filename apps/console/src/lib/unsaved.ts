/**
 * Forms with unsaved changes. Code that leads away from a page asks here first
 * (app/router/GuardedNavigation.tsx, signing out).
 */
const forms = new Set<symbol>()
let ask: ((leave: () => void) => void) | undefined
/**
 * The position of the unsaved form in the browser's history: a step away from it must be
 * undone before asking.
 */
let formIndex: number | undefined
let undoing = false

const historyIndex = (): number | undefined => window.history.state?.idx

export const unsaved = {
  /** Registers the component that shows the question. */
  bind(asker: typeof ask) {
    ask = asker
    return () => {
      if (ask === asker) ask = undefined
    }
  },
  mark() {
    const form = Symbol()
    formIndex = historyIndex()
    forms.add(form)
    return () => void forms.delete(form)
  },
  /** Leaves at once if there is nothing to lose, otherwise when the person has agreed. */
  leave(go: () => void) {
    if (forms.size === 0 || !ask) return go()
    ask(() => {
      forms.clear()
      go()
    })
  },
}

/**
 * The browser reports back and forward after they happened, so the page is brought back, the
 * question asked, and the step repeated on a yes.
 */
function onPopState(event: PopStateEvent) {
  if (undoing) {
    undoing = false
    return event.stopImmediatePropagation()
  }
  const steps = (historyIndex() ?? 0) - (formIndex ?? 0)
  if (forms.size === 0 || steps === 0) return
  event.stopImmediatePropagation()
  undoing = true
  window.history.go(-steps)
  unsaved.leave(() => window.history.go(steps))
}

/** Must run before the router listens, so that the router never hears of a step that is undone. */
export function guardUnsaved() {
  window.addEventListener('popstate', onPopState, { capture: true })
  window.addEventListener('beforeunload', (event) => forms.size > 0 && event.preventDefault())
}
