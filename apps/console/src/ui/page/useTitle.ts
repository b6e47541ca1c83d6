import { useEffect } from 'react'
import { productTitle } from '../../lib/product.ts'

export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} - ${productTitle}`
  }, [title])
}
