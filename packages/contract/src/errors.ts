import { type ShowType, showType } from './envelope.ts'

type ErrorEntry = { status: number; showType: ShowType; zh: string; en: string }

/**
 * Every error a caller can meet, with its HTTP status and what a person reads.
 * `{name}` in a text is filled in from the error's parameters.
 */
export const errorCatalogue = {
  unauthenticated: { status: 401, showType: showType.redirect, zh: '登录已失效，请重新登录', en: 'Please sign in again' },
  forbidden: { status: 403, showType: showType.error, zh: '您没有此操作的权限', en: 'You do not have permission to do this' },
  notFound: { status: 404, showType: showType.error, zh: '记录不存在，或您无权查看', en: 'Not found, or not visible to you' },
  'request.malformed': { status: 400, showType: showType.error, zh: '请求格式不正确', en: 'The request is malformed' },
  'request.invalid': { status: 422, showType: showType.error, zh: '提交的内容有误：{detail}', en: 'Some values are not valid: {detail}' },
  'request.keyReused': {
    status: 422,
    showType: showType.error,
    zh: '同一个 Idempotency-Key 不能用于不同的请求',
    en: 'The same Idempotency-Key cannot be used for another request',
  },
  'request.tooLarge': { status: 413, showType: showType.error, zh: '提交的内容过大', en: 'The request is too large' },
  'request.unsupportedType': { status: 415, showType: showType.error, zh: '不支持的内容类型', en: 'Unsupported content type' },
  'login.incorrect': { status: 422, showType: showType.silent, zh: '用户名或密码错误', en: 'Incorrect username/password' },
  'login.tooManyAttempts': {
    status: 429,
    showType: showType.silent,
    zh: '尝试次数过多，请 {minutes} 分钟后再试',
    en: 'Too many attempts. Try again in {minutes} min',
  },
  unavailable: {
    status: 503,
    showType: showType.notification,
    zh: '服务暂时不可用，请稍后再试',
    en: 'The service is unavailable for a moment, please retry',
  },
  internal: {
    status: 500,
    showType: showType.notification,
    zh: '系统出现意外错误，请联系管理员并提供编号 {requestId}',
    en: 'Something unexpected went wrong. Quote {requestId} to your administrator',
  },
} satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof errorCatalogue
export type ErrorParams = Record<string, string | number>
export type Language = 'zh-CN' | 'en-US'

export function errorText(name: ErrorName, params: ErrorParams, language: Language): string {
  const entry: ErrorEntry = errorCatalogue[name]
  const text = language === 'en-US' ? entry.en : entry.zh
  return text.replace(/\{(\w+)\}/g, (_, key: string) => String(params[key] ?? ''))
}
