import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followOtherTabs } from '../lib/api/session.ts'
import { applyLocaleToDocument, loadFirstTexts } from '../lib/i18n.ts'
import { startPwa } from './pwa.ts'
import { Root } from './Root.tsx'
import { cssVarKey } from './swatches.ts'

export async function start(root: HTMLElement) {
  document.documentElement.classList.add(cssVarKey)
  applyLocaleToDocument()
  followOtherTabs()
  await loadFirstTexts()
  createRoot(root).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  )
  // The pages work without the service worker too.
  startPwa().catch(() => undefined)
}
