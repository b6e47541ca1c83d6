import { useCallback, useState } from 'react'

/**
 * Which dialog of a page is open. The next one may be asked for while the last is still closing:
 * each has a key of its own, and a dialog that has closed removes only itself.
 */
export function useDialog<T>() {
  const [shown, setShown] = useState<{ doing: T; key: number }>()
  const ask = useCallback(
    (doing: T) => setShown((last) => ({ doing, key: (last?.key ?? 0) + 1 })),
    [],
  )
  const onClosed = () => setShown((now) => (now === shown ? undefined : now))
  return { doing: shown?.doing, key: shown?.key, ask, onClosed }
}
