import type { Word } from '../lib/errors.ts'

/**
 * Why an account cannot be used, by the reason of its state, to stand in brackets. Notices are sent
 * from a floor below the accounts, so the words are here.
 */
export const accountStopWords: Record<string, Word> = {
  merchantChanged: {
    zh: '凭据属于另一个 PayPal 商户',
    en: 'its credentials belong to another PayPal merchant',
  },
  merchantTwice: {
    zh: '与另一个账户是同一个 PayPal 商户',
    en: 'another account is the same PayPal merchant',
  },
  credentialsRefused: {
    zh: 'PayPal 不再接受其凭据',
    en: 'PayPal no longer accepts its credentials',
  },
  missingInvoicing: {
    zh: '应用没有勾选账单功能',
    en: 'its app does not have the Invoicing feature',
  },
  lostInvoicing: { zh: '应用的账单功能已关闭', en: 'its app lost the Invoicing feature' },
  accountRestricted: { zh: '账户受限', en: 'the account is restricted' },
  accountClosed: { zh: '账户已锁定或关闭', en: 'the account is locked or closed' },
  accountInvalid: { zh: '账户状态异常', en: 'the account is not in good standing' },
  notPermitted: { zh: '应用缺少权限', en: 'a permission of its app is missing' },
}

const unknown: Word = { zh: '原因见账户页面', en: 'see the account for the reason' }
export const whyStopped = (reason: string): Word => accountStopWords[reason] ?? unknown
