import { loginApi } from '@paydesk/contract/people/login'
import { call } from './api.ts'
import { session } from './session.ts'

/** Spec §4, in its order; RequireUser then leads to the login page with the way back. */
export async function signOut() {
  session.forget()
  // Whatever the server answers, this browser must not stay signed in.
  await call(loginApi.outLogin, {}, { skipErrorHandler: true }).catch(() => undefined)
  session.remove()
}
