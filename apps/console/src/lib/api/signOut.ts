import { loginApi } from '@paydesk/contract/people/login'
import { forgetRecent } from '../recent.ts'
import { call } from './api.ts'
import { session } from './session.ts'

/** Follows the order of spec §4. RequireUser then leads to the login page, with a redirect back. */
export async function signOut() {
  session.forget()
  // Customers' names: whoever uses this browser next must not read them.
  forgetRecent()
  // Whatever the server answers, this browser must not stay signed in.
  await call(loginApi.outLogin, {}, { skipErrorHandler: true }).catch(() => undefined)
  session.remove()
}
