import type { Locale } from 'antd/es/locale'
import { currentUserQuery, isRefusedToken } from '../lib/api/currentUser.ts'
import { followCompany } from '../lib/api/enterCompany.ts'
import { queryClient, watchFocus } from '../lib/api/query.ts'
import { session } from '../lib/api/session.ts'
import { guardUnsaved } from '../lib/unsaved.ts'
import { Providers } from './Providers.tsx'
import { App } from './router/App.tsx'

/**
 * Everything behind the login. It is loaded for people who are signed in, and while others
 * type their password.
 */
export const Console = ({ antdLocale }: { antdLocale: Locale }) => (
  <Providers antdLocale={antdLocale}>
    <App />
  </Providers>
)

/** Once, before the console is first drawn. */
export function startConsole() {
  watchFocus()
  followCompany()
  guardUnsaved()
  // Another token is another person: no data of the previous one may stay in view.
  session.subscribe(() => queryClient.clear())
  const { token } = session.read()
  // A token that the service does not know is forgotten at once: the page that waits for the user
  // would ask about it a second time.
  if (token)
    queryClient
      .fetchQuery(currentUserQuery(token))
      .catch((error: unknown) => isRefusedToken(error) && session.remove())
}
