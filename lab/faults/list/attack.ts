import { api, faultsOf } from '../fault.ts'

const change = 'apps/api/src/people/userAdmin/change.ts'
const settings = 'apps/api/src/people/companySetting/companySetting.ts'
const identity = 'apps/api/src/people/identity/identity.ts'

const byChange = api('people/userAdmin/change')
const bySettings = api('people/companySetting/companySetting')
const byForgot = api('people/session/forgot')

const bySend = api('people/notice/send')

/** What got through when the whole was attacked. */
export default [
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
