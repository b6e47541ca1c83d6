import { useEffect, useState } from 'react'

const headerHeight = 52

/**
 * Hides the header on scroll: it goes while the reader scrolls down and returns on the first move
 * up.
 */
export function useHeaderHidden(enabled: boolean): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    if (!enabled) return
    let last = window.scrollY
    const onScroll = () => {
      const { scrollY } = window
      // Browsers report the same position twice at the end of a movement.
      if (scrollY === last) return
      setHidden(scrollY > headerHeight && scrollY > last)
      last = scrollY
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [enabled])
  return enabled && hidden
}
