import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * A single-page app changes pages silently. This component tells a screen reader the title of the
 * new page, once the page has set it.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [announced, setAnnounced] = useState({ pathname, title: '' })
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced({ pathname, title: document.title }), 100)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <div className="visually-hidden" aria-live="polite">
      {announced.title}
    </div>
  )
}
