import { useSyncExternalStore } from 'react'

/** Breakpoints of spec §9, for differences that a style sheet cannot make. */
function atLeast(width: number) {
  const media = window.matchMedia(`(min-width: ${width}px)`)
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

/** Wider than a phone. */
export const useWide = atLeast(768)

/** Wide enough for a menu that is always in sight. */
export const useDesktop = atLeast(992)

/** Wide enough for a record beside its list. */
export const useRoomForTwo = atLeast(1200)
