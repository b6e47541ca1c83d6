import { useEffect } from 'react'
import { unsaved } from '../../lib/unsaved.ts'

/** While true, leaving the page asks first, and so does closing the tab. */
export function useUnsaved(changed: boolean) {
  useEffect(() => (changed ? unsaved.mark() : undefined), [changed])
}
