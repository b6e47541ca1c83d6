import { showType } from '../envelope.ts'
import type { ErrorEntry } from './entry.ts'

/** Errors that concern PayPal accounts and calls to PayPal. */
export const paypalErrors = {
  quarantined: {
    status: 409,
    showType: showType.warn,
    zh:
      '系统数据刚从备份恢复，处于隔离状态：正在比对恢复时间点之后 PayPal 的变化，' +
      '比对完成并由超级管理员解除隔离后才能操作。未做任何更改',
    en:
      'This system was restored from a backup and is in quarantine until what happened at ' +
      'PayPal since has been compared and a super admin has ended it. Nothing was changed',
  },
  'paypalAccount.credentialsRefused': {
    status: 422,
    showType: showType.silent,
    zh:
      'PayPal 不接受这组 Client ID 和 Secret。请确认是同一个应用的、环境（沙盒/正式）选对、' +
      '且没有多余的空格。PayPal 原文：{detail}',
    en: 'PayPal did not accept this client ID and secret ({detail}). Check that both belong to the same app and to the environment you chose',
  },
  'paypalAccount.unreachable': {
    status: 409,
    showType: showType.error,
    zh: '暂时无法连接 PayPal（{detail}），未做任何更改，请稍后再试',
    en: 'PayPal cannot be reached ({detail}). Nothing was changed. Try again later',
  },
  'paypalAccount.onHold': {
    status: 409,
    showType: showType.warn,
    zh: '近期对 PayPal 的请求较多，账户“{label}”暂缓访问，请稍后再试',
    en: 'There were many recent requests to PayPal, so calls for “{label}” are paused. Try again later',
  },
  'paypalAccount.alreadyConnected': {
    status: 409,
    showType: showType.silent,
    zh: '这个应用已作为“{label}”连接，不能重复连接',
    en: 'This app is already connected as “{label}”',
  },
  'paypalAccount.liveNotAllowed': {
    status: 422,
    showType: showType.silent,
    zh: '此系统不是正式环境，不能连接正式的 PayPal账户',
    en: 'This installation is not in production, so it cannot connect live PayPal accounts',
  },
  'paypalAccount.otherMerchant': {
    status: 409,
    showType: showType.silent,
    zh: '这组凭据属于另一个 PayPal 商户（{merchantId}），不能替换。请作为新账户连接',
    en: 'These credentials belong to another PayPal merchant ({merchantId}). Connect them as a new account instead',
  },
  'paypalAccount.merchantUntold': {
    status: 409,
    showType: showType.silent,
    zh: 'PayPal 没有说明这组凭据属于哪个商户，因此不能替换。请在应用中勾选 Transaction Search 功能，或稍后再试',
    en:
      'PayPal did not report which merchant these credentials belong to, so they cannot ' +
      'replace the old ones. Select Transaction Search in the app, or try again later',
  },
  'paypalAccount.merchantTaken': {
    status: 409,
    showType: showType.silent,
    zh:
      '这个 PayPal 商户（{merchantId}）已作为“{label}”连接。同一商户连接两次会让账目重复；' +
      '要换应用，请在“{label}”上更换凭据',
    en:
      'This PayPal merchant ({merchantId}) is already connected as “{label}”. Connecting it ' +
      'twice would count its money twice. To use another app, replace the credentials of ' +
      '“{label}”',
  },
  'paypalAccount.noCredentials': {
    status: 409,
    showType: showType.error,
    zh: '账户“{label}”还没有凭据，请先填写 Client ID 和 Secret',
    en: '“{label}” has no credentials yet. Enter its client ID and secret first',
  },
  'paypalAccount.wrongState': {
    status: 409,
    showType: showType.error,
    zh: '账户“{label}”当前状态不允许此操作',
    en: 'The current state of “{label}” does not allow this action',
  },
  'paypalAccount.stillBroken': {
    status: 409,
    showType: showType.error,
    zh: 'PayPal 仍不允许使用账户“{label}”：{why}',
    en: 'PayPal still does not allow the use of “{label}”: {why}',
  },
  'paypalAccount.inUse': {
    status: 409,
    showType: showType.error,
    zh:
      '账户“{label}”还有 {count} 张未结清的账单，归档后将收不到这些账单的付款通知。请先暂停，' +
      '结清后再归档',
    en:
      '“{label}” still has {count} open bills, and archiving it would stop their payment ' +
      'events. Pause it, and archive it once they are settled',
  },
  'event.bodyGone': {
    status: 409,
    showType: showType.error,
    zh: '该事件的原文已超过保留期限，无法重新核实',
    en: 'The original of this event is no longer kept, so it cannot be checked again',
  },
  'operation.notWaiting': {
    status: 409,
    showType: showType.error,
    zh: '此操作已完成或正在执行，无需重试',
    en: 'This operation is finished or in progress',
  },
} satisfies Record<string, ErrorEntry>
