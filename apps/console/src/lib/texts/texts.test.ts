import { statusWords } from '@paydesk/contract/billing/billWords'
import { auditActions, auditEntities } from '@paydesk/contract/office/auditLog'
import { createIntl } from 'react-intl'
import { describe, expect, test } from 'vitest'
import { packs } from '../textPacks.ts'

type Texts = Record<string, string>
const parts = await Promise.all(
  Object.entries(packs).map(async ([name, load]): Promise<[name: string, zh: Texts, en: Texts]> => {
    const [zh, en] = await Promise.all([load['zh-CN'](), load['en-US']()])
    return [name, zh.default, en.default]
  }),
)
const [[, , enFirst], [, zhInside]] = parts as [(typeof parts)[number], (typeof parts)[number]]
const zhAudit = (await packs.audit['zh-CN']()).default

const { formatters } = createIntl({ locale: 'en-US' })
const literal = 0

/** Kinds and names of the placeholders of a text. A text that is not valid ICU throws here. */
const placeholders = (text: string) =>
  formatters
    .getMessageFormat(text, 'en-US')
    .getAst()
    .filter((element) => element.type !== literal)
    .map((element) =>
      'value' in element ? `${element.type} ${element.value}` : String(element.type),
    )
    .sort()

describe.each(parts)('%s texts', (_, zh, en) => {
  test('both packs have the same keys', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(zh).sort())
  })

  test('no text is empty', () => {
    for (const texts of [zh, en])
      expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('both packs use the same placeholders', () => {
    for (const key of Object.keys(zh))
      expect([key, placeholders(en[key] ?? '')]).toEqual([key, placeholders(zh[key] ?? '')])
  })
})

test('plurals depend on a value called count, which i18n.ts accepts only as a number', () => {
  const plurals = parts.flatMap(([, ...packs]) =>
    packs.flatMap((texts) =>
      Object.values(texts).flatMap((text) => text.match(/\w+(?=, plural)/g) ?? []),
    ),
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
  expect(quoted.filter((text) => !Object.values(enFirst).includes(text))).toEqual([])
})

test('spec §2: both packs carry the template’s menu names', async () => {
  for (const language of ['zh-CN', 'en-US'] as const) {
    const names = (await packs.template[language]()).default
    for (const top of ['dashboard', 'exception', 'form', 'list', 'profile', 'result', 'editor'])
      expect(names).toHaveProperty([`menu.${top}`])
  }
})

test('a bill’s status is called the same on the screen, in a refusal and in a file', () => {
  for (const [status, { zh }] of Object.entries(statusWords))
    expect(zhInside).toHaveProperty([`bill.status.${status}`], zh)
})

test('everything that is recorded has its word in the audit log', () => {
  const keys = [
    ...auditActions.map((action) => `audit.action.${action}`),
    ...auditEntities.map((entity) => `audit.entity.${entity}`),
  ]
  expect(keys.filter((key) => !Object.hasOwn(zhAudit, key))).toEqual([])
})
