import { useEffect } from 'react'
import { unsaved } from '../../lib/unsaved.ts'

/** While `changed` is true, leaving the page or closing the tab asks first. */
export function useUnsaved(changed: boolean) {
  useEffect(() => (changed ? unsaved.mark() : undefined), [changed])
}
