import { accountApi } from './account.ts'
import { billApi } from './bill.ts'
import type { Endpoint } from './endpoint.ts'
import { healthApi } from './health.ts'
import { homeApi } from './home.ts'
import { identityApi } from './identity.ts'
import { invitationApi } from './invitation.ts'
import { loginApi } from './login.ts'
import { mailboxApi } from './mailbox.ts'
import { noticeApi } from './notice.ts'
import { notificationChoiceApi } from './notificationChoice.ts'
import { passkeyApi } from './passkey.ts'
import { secondFactorApi } from './secondFactor.ts'

/** Every call of the product. Tests enumerate it; and fail for a route that is not in it. */
export const registry = {
  health: healthApi,
  login: loginApi,
  account: accountApi,
  secondFactor: secondFactorApi,
  passkey: passkeyApi,
  identity: identityApi,
  notificationChoice: notificationChoiceApi,
  invitation: invitationApi,
  mailbox: mailboxApi,
  home: homeApi,
  notice: noticeApi,
  bill: billApi,
}

export const allEndpoints: Endpoint[] = Object.values(registry).flatMap((calls) => Object.values(calls) as Endpoint[])
