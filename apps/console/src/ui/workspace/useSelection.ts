import { useCallback, useMemo, useState } from 'react'

/**
 * The ticked rows, kept from page to page of one list. Other filters make another list: nobody
 * should act on rows that are out of sight there.
 */
export function useSelection<R extends { id: string }>(listKey: string, page: readonly R[]) {
  const [state, setState] = useState<{ listKey: string; rows: readonly R[] }>({ listKey, rows: [] })
  const ticked = useMemo(() => (state.listKey === listKey ? state.rows : []), [state, listKey])
  // Takes rows in view as they are now: a bill that was ticked a minute ago may have
  // been paid since.
  const rows = useMemo(
    () => ticked.map((row) => page.find(({ id }) => id === row.id) ?? row),
    [ticked, page],
  )
  const set = useCallback(
    (some: readonly R[], on: boolean) =>
      setState((now) => {
        const others = (now.listKey === listKey ? now.rows : []).filter(
          ({ id }) => !some.some((row) => row.id === id),
        )
        return { listKey, rows: on ? [...others, ...some] : others }
      }),
    [listKey],
  )
  const tick = useCallback((row: R, on: boolean) => set([row], on), [set])
  return {
    rows,
    has: (id: string) => ticked.some((row) => row.id === id),
    tick,
    tickAll: set,
    clear: () => set(ticked, false),
  }
}
export type Selection<R extends { id: string }> = ReturnType<typeof useSelection<R>>
