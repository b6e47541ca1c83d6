import { identityApi } from '@paydesk/contract/people/identity'
import { call } from '../../lib/api/api.ts'
import { departTo } from '../../shared/session/oidc.ts'

/** Leaves this page for the identity provider's. The code is loaded when it is needed. */
export async function departToProvider(remember: boolean, target: string) {
  departTo(
    await call(identityApi.signInBegin, { body: { remember } }, { skipErrorHandler: true }),
    'signIn',
    target,
  )
}
