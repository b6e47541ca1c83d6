import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../lib/i18n.ts'

/**
 * ProLayout opens the phone's menu in a dialog without a name and takes no property for one, so the dialog gets its name when it enters the
 * page.
 */
export function MobileMenu({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return
    const within = box.current
    const name = () => within.querySelector('[role="dialog"]')?.setAttribute('aria-label', t('layout.navigation'))
    const observer = new MutationObserver(name)
    observer.observe(within, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return <div ref={box}>{children}</div>
}
