import { useEffect, useRef } from 'react'
import { bindKeys, type Keys } from '../lib/keys.ts'

/**
 * Binds keys while the component is shown. Single keys do not act while someone types, nor below a
 * dialog (lib/keys.ts).
 */
export function useKeys(keys: Keys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const names = JSON.stringify(Object.keys(keys).filter((name) => keys[name]))
  useEffect(
    () =>
      bindKeys(
        Object.fromEntries(
          (JSON.parse(names) as string[]).map((name) => [name, () => latest.current[name]?.()]),
        ),
      ),
    [names],
  )
}
