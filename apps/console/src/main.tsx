import 'antd/dist/reset.css'
import './app/global.css'
import { paths } from '@paydesk/contract/lib/paths'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/Providers.tsx'
import { startPwa } from './app/pwa.ts'
import { App } from './app/router/App.tsx'
import { preloadPage } from './app/router/pages.ts'
import { showStartFailure } from './app/startFailure.ts'
import { cssVarKey } from './app/theme.ts'
import { currentUserQuery, isRefusedToken } from './lib/api/currentUser.ts'
import { followCompany } from './lib/api/enterCompany.ts'
import { queryClient, watchFocus } from './lib/api/query.ts'
import { followOtherTabs, session } from './lib/api/session.ts'
import { applyLocaleToDocument, loadAntdLocale, loadFirstTexts } from './lib/i18n.ts'
import { guardUnsaved } from './lib/unsaved.ts'

async function start(root: HTMLElement) {
  document.documentElement.classList.add(cssVarKey)
  applyLocaleToDocument()
  watchFocus()
  followOtherTabs()
  followCompany()
  guardUnsaved()
  // Another token is another person: no data of the previous one may stay in view.
  session.subscribe(() => queryClient.clear())

  const { token } = session.read()
  if (token && !window.location.pathname.startsWith(paths.user())) {
    // Loads everything that the first page needs in parallel.
    // A token that the service does not know is forgotten at once: the page that waits for the user would ask about it a second time.
    queryClient.fetchQuery(currentUserQuery(token)).catch((error: unknown) => isRefusedToken(error) && session.remove())
    preloadPage(window.location.pathname)
  }
  const [antdLocale] = await Promise.all([loadAntdLocale(), loadFirstTexts()])
  createRoot(root).render(
    <StrictMode>
      <Providers antdLocale={antdLocale}>
        <App />
      </Providers>
    </StrictMode>,
  )
  // The pages work without the service worker too.
  startPwa().catch(() => undefined)
}

const root = document.getElementById('root')
if (root) start(root).catch(() => showStartFailure(root))
