import { useRef } from 'react'
import type { Panel } from './usePanel.ts'
import { linkOf, rowAfter } from './walk.ts'

/**
 * Records that are decided one after another: after each, the next one is opened and has the focus.
 */
export function useGoOn(panel: Panel) {
  const decided = useRef<{ next: string | undefined }>(undefined)
  return {
    /**
     * Looks for the next one first: what is decided may leave the list before the answer is here.
     * `leaves`: it is done with.
     */
    decide: async <T>(
      id: string,
      work: () => Promise<T>,
      leaves: (done: T) => boolean = () => true,
    ): Promise<T> => {
      const next = rowAfter(id)
      const done = await work()
      decided.current = leaves(done) ? { next } : undefined
      return done
    },
    /**
     * Once the dialog is gone: it gives the focus back to where it came from, which may
     * be gone as well.
     */
    goOn: () => {
      const done = decided.current
      decided.current = undefined
      if (!done || panel.asPage) return
      const { next } = done
      if (panel.openId !== undefined) next === undefined ? panel.close() : panel.open(next)
      const place =
        next === undefined
          ? document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
          : linkOf(next)
      place?.focus()
    },
  }
}
export type GoOn = ReturnType<typeof useGoOn>
