import { useSyncExternalStore } from 'react'

/** Spec §9's breakpoint between a phone and wider screens, for differences that a style sheet cannot make. */
const media = window.matchMedia('(min-width: 768px)')

const subscribe = (listener: () => void) => {
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useWide = () => useSyncExternalStore(subscribe, () => media.matches)
