import { statusWords } from '@paydesk/contract/billing/billWords'
import { auditActions, auditEntities } from '@paydesk/contract/office/auditLog'
import { createIntl } from 'react-intl'
import { describe, expect, test } from 'vitest'
import enAccess from './access.en-US.ts'
import zhAccess from './access.zh-CN.ts'
import enAudit from './audit.en-US.ts'
import zhAudit from './audit.zh-CN.ts'
import enBill from './bill.en-US.ts'
import zhBill from './bill.zh-CN.ts'
import enBillImport from './billImport.en-US.ts'
import zhBillImport from './billImport.zh-CN.ts'
import enConsole from './console.en-US.ts'
import zhConsole from './console.zh-CN.ts'
import enCore from './core.en-US.ts'
import zhCore from './core.zh-CN.ts'
import enCustomer from './customer.en-US.ts'
import zhCustomer from './customer.zh-CN.ts'
import enDispute from './dispute.en-US.ts'
import zhDispute from './dispute.zh-CN.ts'
import enEvent from './event.en-US.ts'
import zhEvent from './event.zh-CN.ts'
import enHome from './home.en-US.ts'
import zhHome from './home.zh-CN.ts'
import enMoney from './money.en-US.ts'
import zhMoney from './money.zh-CN.ts'
import enNotice from './notice.en-US.ts'
import zhNotice from './notice.zh-CN.ts'
import enPaypalAccount from './paypalAccount.en-US.ts'
import zhPaypalAccount from './paypalAccount.zh-CN.ts'
import enRule from './rule.en-US.ts'
import zhRule from './rule.zh-CN.ts'
import enSearch from './search.en-US.ts'
import zhSearch from './search.zh-CN.ts'
import enSettings from './settings.en-US.ts'
import zhSettings from './settings.zh-CN.ts'
import enSignIn from './signIn.en-US.ts'
import zhSignIn from './signIn.zh-CN.ts'
import enView from './view.en-US.ts'
import zhView from './view.zh-CN.ts'

type Texts = Record<string, string>
const parts: [name: string, zh: Texts, en: Texts][] = [
  ['core', zhCore, enCore],
  ['console', zhConsole, enConsole],
  ['access', zhAccess, enAccess],
  ['audit', zhAudit, enAudit],
  ['bill', zhBill, enBill],
  ['signIn', zhSignIn, enSignIn],
  ['settings', zhSettings, enSettings],
  ['paypalAccount', zhPaypalAccount, enPaypalAccount],
  ['event', zhEvent, enEvent],
  ['customer', zhCustomer, enCustomer],
  ['billImport', zhBillImport, enBillImport],
  ['home', zhHome, enHome],
  ['notice', zhNotice, enNotice],
  ['money', zhMoney, enMoney],
  ['rule', zhRule, enRule],
  ['dispute', zhDispute, enDispute],
  ['search', zhSearch, enSearch],
  ['view', zhView, enView],
]

const { formatters } = createIntl({ locale: 'en-US' })
const literal = 0

/** Kinds and names of the placeholders of a text. A text that is not valid ICU throws here. */
const placeholders = (text: string) =>
  formatters
    .getMessageFormat(text, 'en-US')
    .getAst()
    .filter((element) => element.type !== literal)
    .map((element) => ('value' in element ? `${element.type} ${element.value}` : String(element.type)))
    .sort()

describe.each(parts)('%s texts', (_, zh, en) => {
  test('both packs have the same keys', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(zh).sort())
  })

  test('no text is empty', () => {
    for (const texts of [zh, en]) expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('both packs use the same placeholders', () => {
    for (const key of Object.keys(zh)) expect([key, placeholders(en[key] ?? '')]).toEqual([key, placeholders(zh[key] ?? '')])
  })
})

test('what plurals go by is called count: i18n.ts lets it be a number only', () => {
  const plurals = parts.flatMap(([, ...packs]) =>
    packs.flatMap((texts) => Object.values(texts).flatMap((text) => text.match(/\w+(?=, plural)/g) ?? [])),
  )
  expect([...new Set(plurals)]).toEqual(['count'])
})

test('no key is in two parts', () => {
  const keys = parts.flatMap(([, zh]) => Object.keys(zh))
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('messages that the spec quotes are exactly those', () => {
  const quoted = [
    'Please input your username!',
    'Please input your password!',
    'Please input your phone number!',
    'Phone number is invalid!',
    'Please input verification code!',
    'Incorrect username/password',
    'Login failed, please try again!',
    'Login successful!',
    'Verification Code Error',
    'You are offline now',
    'New content is available',
    'Response status:{status}',
    'None response! Please retry.',
    'Request error, please retry.',
  ]
  expect(quoted.filter((text) => !Object.values<string>(enCore).includes(text))).toEqual([])
})

test('a bill’s status is called the same on the screen, in a refusal and in a file', () => {
  for (const [status, { zh }] of Object.entries(statusWords)) expect(zhConsole).toHaveProperty([`bill.status.${status}`], zh)
})

test('everything that is recorded has its word in the audit log', () => {
  const keys = [...auditActions.map((action) => `audit.action.${action}`), ...auditEntities.map((entity) => `audit.entity.${entity}`)]
  expect(keys.filter((key) => !Object.hasOwn(zhAudit, key))).toEqual([])
})
