import { api, faultsOf } from '../fault.ts'

const change = 'apps/api/src/people/userAdmin/change.ts'
const settings = 'apps/api/src/people/companySetting/companySetting.ts'
const identity = 'apps/api/src/people/identity/identity.ts'
const passkeys = 'apps/api/src/people/passkey/routes.ts'
const byChange = api('people/userAdmin/change')
const bySettings = api('people/companySetting/companySetting')
const byForgot = api('people/session/forgot')
const byPasskey = api('people/passkey/passkey')
const bySend = api('people/notice/send')

/** What got through when the whole was attacked. */
export default [
  ...faultsOf('approval', [
    {
      id: 'trusted-by-role',
      file: change,
      from: 'granted.some(carriesPower) ? newlyTrusted : {}',
      to: '{}',
      tests: byChange,
    },
    {
      id: 'trusted-by-any-role',
      file: change,
      from: 'granted.some(carriesPower) ?',
      to: 'granted.length > 0 ?',
      tests: byChange,
    },
    {
      id: 'trusted-again',
      file: change,
      from: '{ status, ...newlyTrusted }',
      to: '{ status }',
      tests: byChange,
    },
    {
      id: 'power-of-admins',
      file: 'apps/api/src/people/session/policy.ts',
      from: 'code === roleCode.admin || code',
      to: 'code',
      tests: byChange,
    },
    {
      id: 'power-of-permissions',
      file: 'apps/api/src/people/session/policy.ts',
      from: ' || powers.some((power) => permissions.includes(power))',
      to: '',
      tests: byChange,
    },
  ]),
  ...faultsOf('session', [
    {
      id: 'reset-identities',
      file: change,
      from: 'await removeIdentities(db, owner)',
      to: '0',
      tests: byChange,
    },
    {
      id: 'forgot-identities-all',
      file: identity,
      from: 'removeIdentities(db, owner, doubtedHours)',
      to: 'removeIdentities(db, owner)',
      tests: byForgot,
    },
  ]),
  ...faultsOf('stepUp', [
    {
      id: 'step-up-retention-tab',
      file: settings,
      from: " || differs('retention')",
      to: '',
      tests: bySettings,
    },
    {
      id: 'step-up-billing-tab',
      file: settings,
      from: " || differs('billing')",
      to: '',
      tests: bySettings,
    },
    {
      id: 'last-passkey',
      file: passkeys,
      from: "      throw refuse('secondFactor.required')",
      to: '      void 0',
      tests: byPasskey,
    },
    {
      id: 'last-passkey-at-once',
      file: passkeys,
      from: '    await assertAlive(db, actor)\n',
      to: '',
      tests: byPasskey,
    },
    {
      id: 'last-passkey-factor',
      file: passkeys,
      from: '!(await readSecondFactor(db, actor)) && ',
      to: '',
      tests: byPasskey,
    },
    {
      id: 'last-passkey-operator',
      file: passkeys,
      from: '(await mustHaveFactor(db, actor))',
      to: 'true',
      tests: byPasskey,
    },
  ]),
  ...faultsOf('audit', [
    {
      id: 'chain-last-update',
      file: change,
      from: 'const after = await changed(db, actor, before, change as Partial<User>)',
      to: "const after = await recordedChange(db, actor, before, 'user.update', change as Partial<User>)",
      tests: byChange,
    },
    {
      id: 'bot-fingerprint',
      file: settings,
      from: '    hasSecret,\n    fingerprint,\n',
      to: '    hasSecret,\n',
      tests: bySettings,
    },
    {
      id: 'bot-fingerprint-secret',
      file: 'apps/api/src/people/companySetting/bot.ts',
      from: "url_sealed || coalesce(secret_sealed, '')",
      to: 'url_sealed',
      tests: bySettings,
    },
    {
      id: 'notice-one-line',
      file: 'apps/api/src/people/notice/words.ts',
      from: 'detail: inOneLine(detail)',
      to: 'detail',
      tests: bySend,
    },
    {
      id: 'chat-feishu-plain',
      file: 'apps/api/src/lib/outside/chat.ts',
      from: '`${plain(line.title)}\\n${plain(line.detail)}\\n${line.link}`',
      to: '`${line.title}\\n${line.detail}\\n${line.link}`',
      tests: bySend,
    },
  ]),
]
