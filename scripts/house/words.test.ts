import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { packs } from '../../apps/console/src/lib/textPacks.ts'
import { errorCatalogue } from '../../packages/contract/src/lib/errors.ts'
import { terms as en } from '../../packages/contract/src/lib/termsEn.ts'
import { terms as zh } from '../../packages/contract/src/lib/termsZh.ts'

type Language = 'zh' | 'en'
/** `place` is the key of a text, or a file. */
type Text = { place: string; language: Language; text: string }

const isChinese = (text: string) => /[\u4e00-\u9fff]/.test(text)

const ofPacks: Text[] = (
  await Promise.all(
    Object.entries(packs).flatMap(([name, load]) =>
      // The template's menu names are the template's own (spec §2).
      name === 'template'
        ? []
        : (['zh-CN', 'en-US'] as const).map(async (pack) =>
            Object.entries((await load[pack]()).default as Record<string, string>).map(
              ([place, text]): Text => ({ place, language: pack === 'zh-CN' ? 'zh' : 'en', text }),
            ),
          ),
    ),
  )
).flat()

const ofErrors: Text[] = Object.entries(errorCatalogue).flatMap(([place, entry]) =>
  (['zh', 'en'] as const).map((language) => ({ place, language, text: entry[language] })),
)

/** Where the API and the contract speak to people in their code. */
const speaking = [
  'apps/api/src/**/export.ts',
  'apps/api/src/billing/statement/{account,customer,pdf}.ts',
  'apps/api/src/office/export/auditLog.ts',
  'apps/api/src/office/message/texts.ts',
  'apps/api/src/people/notice/{words,send}.ts',
  'packages/contract/src/**/*Words.ts',
  'packages/contract/src/billing/billImport.ts',
  'packages/contract/src/paypal/accountChoice.ts',
]
const literal = /'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g
const withoutComments = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(?:\/\/|import ).*$/gm, '')
const ofCode: Text[] = globSync(speaking).flatMap((place) =>
  [...withoutComments(readFileSync(place, 'utf8')).matchAll(literal)].flatMap(
    ([, quoted, template]) => {
      const text = quoted ?? template ?? ''
      // One word in small letters is a code, and what selects is SQL.
      if (!/[A-Z \u4e00-\u9fff]/.test(text) || /\b(?:select|join|sum|where)\b/.test(text)) return []
      return [{ place, language: isChinese(text) ? ('zh' as const) : ('en' as const), text }]
    },
  ),
)

const ofGuide: Text[] = globSync('docs/guide/*/*.md').flatMap((place) =>
  readFileSync(place, 'utf8')
    .replaceAll('![', '[')
    .split('\n')
    .map((text) => ({
      place,
      language: place.includes('zh-CN') ? ('zh' as const) : ('en' as const),
      text,
    })),
)

const all = [...ofPacks, ...ofErrors, ...ofCode, ...ofGuide]

type Rule = [wrong: RegExp, use: string, except?: { places: (string | RegExp)[]; because: string }]
const breaches = (language: Language, [wrong, , except]: Rule) =>
  all
    .filter((one) => one.language === language && wrong.test(one.text.replace(/\{\w+\}/g, '')))
    .filter(
      ({ place }) =>
        !except?.places.some((allowed) =>
          typeof allowed === 'string' ? allowed === place : allowed.test(place),
        ),
    )
    .map(({ place, text }) => `${place}: ${text}`)

const formerHeaders = {
  places: ['packages/contract/src/billing/billImport.ts'],
  because: 'headers of earlier templates are still understood',
}

const chinese: Rule[] = [
  [/待付金额|待付(?!款)|待收(?!金额|款)/, zh.due],
  [/账单总额|开票金额/, zh.total],
  [/到账净额/, zh.net],
  [/付款期限/, `${zh.dueDate} or ${zh.paymentTerm}`, formerHeaders],
  [/未对账|对账异常|未匹配/, zh.unmatched],
  [/撤销对账/, zh.undoMatch],
  [/忽略交易/, zh.setAside],
  [/与 PayPal 核对|重新同步/, `${zh.sync} or ${zh.resync}`],
  [/冲回|退回买家|PayPal 撤回|退单撤回/, zh.reversal],
  [/拒付/, zh.chargeback],
  [/索赔/, zh.claim],
  [/回应|答复/, zh.respond],
  [/待处理/, zh.pending],
  [/账户密码|您的账户/, '账号'],
  [/PayPal 账户/, zh.paypalAccount],
  [/已停止|连接已失效|未连接|被 PayPal/, `${zh.unavailable} or ${zh.disconnected}`],
  [/会话|结束登录|登录已结束/, `${zh.session} or ${zh.endSession}`],
  [/月结单|本结单/, zh.statement],
  [/税名/, zh.taxName, formerHeaders],
  [/项目/, zh.item],
  [/客户备注|添加备注/, `${zh.noteToCustomer} or ${zh.comment}`],
  [/关联交易|关联编号/, zh.relatedTransaction],
  [/免收|折让/, zh.waived],
  [
    /(?<!通行|加签)密钥/,
    zh.credentials,
    {
      places: ['totp.secret', 'totp.copy'],
      because:
        'authenticator apps and their Chinese menus call it 密钥; it is no credential of PayPal’s',
    },
  ],
  [/运单号/, zh.trackingNumber],
  [/收件人/, zh.recipients],
  [/可不填/, '选填'],
  [/查找/, zh.search],
  [/笔账单|个争议|笔争议/, '张、件'],
  [
    /取消/,
    '作废, for 取消 only dismisses',
    {
      places: [
        'action.cancel',
        'identity.cancel',
        'bill.selection.clear',
        'rule.selection.clear',
        'oidc.cancelled',
        'dispute.reason.CANCELED_RECURRING_BILLING',
        'docs/guide/zh-CN/start.md',
        'docs/guide/zh-CN/platform.md',
      ],
      because:
        'here it dismisses a dialog, a choice or a sign-in, or names what a buyer did at PayPal',
    },
  ],
  [/！|!/, 'no exclamation mark'],
  [/进行|[^其]它|被/, 'no padding'],
]

const quotedBySpec = {
  places: [
    /^login\./,
    /^identity\.password/,
    /^rule\.(?:name|description|startAt)\.required$/,
    /^account\.field\./,
    'error.noResponse',
  ],
  because: 'spec §5 and §8 quote these texts',
}
const english: Rule[] = [
  [/\be-?mail(?<!email)\b|E-mail/, 'email'],
  [/\bOutstanding\b/, en.due],
  [/\b[Uu]nexplained\b|\bExceptions?\b/, en.unmatched],
  [/Compare with PayPal/, en.sync],
  [/\b[Tt]ake[ns]? back\b|\bWent back\b/, en.reversal],
  [/\bNot connected\b/, en.disconnected],
  [/\b[Ss]econd (?:factor|step)\b/, en.twoStep],
  [/\b[Ll]et go\b|\bDeduction\b/, en.waived],
  [/\bRefers to\b/, en.relatedTransaction],
  [/\bbill’s note\b|Note to the customer/, en.noteToCustomer],
  [
    /colour|[Cc]ancell(?:ed|ing)|thoris|cognis|\benrol\b|[Cc]heque|Centre|favour|labell/,
    'US spelling',
  ],
  [
    /\btold\b|\basked for\b|\bby (?:itself|themselves)\b|\bso many\b|\bnobody\b|[Pp]lease/,
    'plain English',
    {
      places: [...quotedBySpec.places, 'pwa.update.description', 'error.other'],
      because: 'spec §5 and §8 quote these texts',
    },
  ],
  [/\bid\b(?!\})/, 'ID'],
  [/!/, 'no exclamation mark', quotedBySpec],
]

describe('one concept has one word', () => {
  test.each(chinese)('not %s', (...rule) => expect(breaches('zh', rule)).toEqual([]))
  test.each(english)('not %s', (...rule) => expect(breaches('en', rule)).toEqual([]))

  test('a line of a log tells what was done without 了', () => {
    expect(
      ofPacks.filter(
        ({ place, text }) => /^(?:bill\.entry|audit\.action)\./.test(place) && text.includes('了'),
      ),
    ).toEqual([])
  })

  test('punctuation between Chinese characters is full-width', () => {
    const narrow = /[\u4e00-\u9fff}][,:;?!]\s?[\u4e00-\u9fff{]|[\u4e00-\u9fff]\(|\)[\u4e00-\u9fff]/
    expect(
      [...ofPacks, ...ofErrors].filter(
        ({ language, text }) =>
          language === 'zh' && narrow.test(text.replace(/\{\w+, plural.*\}/, '')),
      ),
    ).toEqual([])
  })

  test('every term is used', () => {
    const code = globSync([
      'apps/console/src/lib/texts/**/*.ts',
      'apps/api/src/**/*.ts',
      'packages/contract/src/**/*.ts',
    ])
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    expect(
      Object.keys(zh).filter(
        (term) => !new RegExp(`terms\\.${term}\\b|named\\('${term}'\\)`).test(code),
      ),
    ).toEqual([])
  })
})

/**
 * A text as the guide may quote it: without what is filled in, and without the marks around that.
 */
const quotable = (text: string) =>
  text
    .replace(/\{\w+(?:, plural.*)?\}/g, '')
    .replace(/\([^\p{L}]*\)|（[^\p{L}]*）|“”/gu, '')
    .replace(/^[\s:：，,]+|[\s:：，,]+$/g, '')
const asFilledIn = (text: string) =>
  new RegExp(
    `^${text
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  )

describe.each(['zh', 'en'] as const)('a guide’s bold text is a screen’s text: %s', (language) => {
  const onScreen = ofPacks.filter(
    (one) => one.language === language && !one.text.includes('plural'),
  )
  const quoted = new Set(
    ofPacks.filter((one) => one.language === language).map(({ text }) => quotable(text)),
  )
  const filled = onScreen
    .filter(({ text }) => text.includes('{') && quotable(text).length > 4)
    .map(({ text }) => asFilledIn(text))
  const bold = ofGuide
    .filter((one) => one.language === language)
    .flatMap(({ place, text }) =>
      [...text.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, words = '']) =>
        words.split(' › ').map((part) => ({ place, part })),
      ),
    )

  test('there is bold text', () => expect(bold.length).toBeGreaterThan(100))

  test('each is on a screen', () => {
    const strange = bold.filter(
      ({ part }) => !quoted.has(part) && !filled.some((pattern) => pattern.test(part)),
    )
    expect(strange.map(({ place, part }) => `${place}: ${part}`)).toEqual([])
  })
})
