import 'antd/dist/reset.css'
import './app/tokens.css'
import './app/global.css'
import { paths } from '@paydesk/contract/lib/paths'
import { fetchConsoleSoon, loadEarly } from './app/early.ts'
import { signInPageAt } from './app/signInPages.ts'
import { showStartFailure } from './app/startFailure.ts'
import { storedToken } from './lib/api/token.ts'
import { loginPathFrom } from './lib/redirect.ts'

/** Small, and without React: it decides what is loaded, and all of that then comes at once. */
function begin(root: HTMLElement) {
  const here = window.location
  const open =
    signInPageAt(here.pathname) ||
    (import.meta.env.DEV &&
      (here.pathname === paths.mailbox() || here.pathname === paths.gallery()))
  // Nobody is signed in here, so the console would only lead to the login page, after all of it
  // had been loaded.
  if (here.pathname === paths.user()) window.history.replaceState(null, '', paths.login())
  else if (!open && !storedToken()) window.history.replaceState(null, '', loginPathFrom(here))
  loadEarly(here.pathname)
  if (signInPageAt(here.pathname)) fetchConsoleSoon()
  import('./app/start.tsx').then(({ start }) => start(root)).catch(() => showStartFailure(root))
}

const root = document.getElementById('root')
if (root) begin(root)
