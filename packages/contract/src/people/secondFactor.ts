import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { Password, SecondFactorCode, TotpSetup } from './login.ts'

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const secondFactorApi = {
  begin: endpoint({
    method: 'POST',
    path: '/api/account/secondFactor/begin',
    permission: 'signedIn',
    summary: 'Make a TOTP secret to scan; nothing changes before it is confirmed',
    stepUp: 'own',
    sensitive: true,
    reply: TotpSetup,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/account/secondFactor/confirm',
    permission: 'signedIn',
    summary:
      'Switch the second factor on with its first code; answers ten recovery codes, once; ends my other sessions',
    stepUp: 'own',
    sensitive: true,
    body: z.object({ code: SecondFactorCode }),
    reply: RecoveryCodes,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/secondFactor/recoveryCodes',
    permission: 'signedIn',
    summary: 'Ten new recovery codes, once; the old ones stop working',
    stepUp: 'own',
    sensitive: true,
    reply: RecoveryCodes,
  }),
  disable: endpoint({
    method: 'POST',
    path: '/api/account/secondFactor/disable',
    permission: 'signedIn',
    summary: 'Switch the second factor off, with the password; ends my other sessions',
    stepUp: 'own',
    sensitive: true,
    body: z.object({ password: Password }),
    reply: z.null(),
  }),
}
