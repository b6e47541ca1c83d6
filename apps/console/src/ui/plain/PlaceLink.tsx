import type { MouseEvent, ReactNode } from 'react'
import { place } from '../../lib/place.ts'

type Props = { to: string; children: ReactNode; className?: string | undefined }

/**
 * A link between pages before sign-in, which have no router. With a modifier key it is
 * the browser's own.
 */
export function PlaceLink({ to, children, className }: Props) {
  function go(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    place.go(to)
  }
  return (
    <a href={to} className={className} onClick={go}>
      {children}
    </a>
  )
}
