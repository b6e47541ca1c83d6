import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** A single-page app changes pages silently; this tells a screen reader the title of the new one. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the trigger, the title is read after the page set it
  useEffect(() => {
    const timer = setTimeout(() => setTitle(document.title), 100)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  )
}
