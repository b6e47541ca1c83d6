import { useEffect } from 'react'
import { productTitle } from '../../lib/product.ts'

/** A record that closes beside its list leaves the list's title. */
export function useTitle(title: string) {
  useEffect(() => {
    const before = document.title
    document.title = `${title} - ${productTitle}`
    return () => {
      document.title = before
    }
  }, [title])
}
