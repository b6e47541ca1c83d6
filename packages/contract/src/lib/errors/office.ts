import { showType } from '../envelope.ts'
import type { ErrorEntry } from './entry.ts'

/** Errors that every call can meet. */
export const officeErrors = {
  unauthenticated: {
    status: 401,
    showType: showType.redirect,
    zh: '登录已失效，请重新登录',
    en: 'Your session has expired. Sign in again',
  },
  forbidden: {
    status: 403,
    showType: showType.error,
    zh: '您没有此操作的权限',
    en: 'You do not have permission to do this',
  },
  notFound: {
    status: 404,
    showType: showType.error,
    zh: '记录不存在，或您无权查看',
    en: 'The record does not exist, or you do not have permission to view it',
  },
  'request.malformed': {
    status: 400,
    showType: showType.error,
    zh: '请求格式不正确',
    en: 'The request is malformed',
  },
  'request.invalid': {
    status: 422,
    showType: showType.error,
    zh: '提交的内容有误：{detail}',
    en: 'Some values are invalid: {detail}',
  },
  'request.keyReused': {
    status: 422,
    showType: showType.error,
    zh: '同一个 Idempotency-Key 不能用于不同的请求',
    en: 'The same Idempotency-Key cannot be used for another request',
  },
  'view.nameTaken': {
    status: 409,
    showType: showType.error,
    zh: '您已有名为“{name}”的视图',
    en: 'You already have a view named “{name}”',
  },
  'view.tooMany': {
    status: 422,
    showType: showType.error,
    zh: '视图最多 {count} 个，请先删除不用的视图',
    en: 'You can have up to {count} views. Delete one first',
  },
  'request.tooLarge': {
    status: 413,
    showType: showType.error,
    zh: '提交的内容过大',
    en: 'The request is too large',
  },
  'file.tooHeavy': {
    status: 422,
    showType: showType.error,
    zh: '文件内容过多或过于复杂，无法读取：请删去多余内容，或拆分成几个文件后再上传',
    en: 'The file is too large or too complex to read. Remove what you do not need, or split it into several files',
  },
  'request.unsupportedType': {
    status: 415,
    showType: showType.error,
    zh: '不支持的内容类型',
    en: 'Unsupported content type',
  },
  'limit.busy': {
    status: 429,
    showType: showType.warn,
    zh: '系统正忙：您同时操作较多，请 {seconds} 秒后再试',
    en: 'You have too many actions in progress. Try again in {seconds} s',
  },
  // The console waits and opens its stream again by itself.
  'limit.streams': {
    status: 429,
    showType: showType.silent,
    zh: '同时打开的实时更新过多，请 {seconds} 秒后再试',
    en: 'Too many live updates are open. Try again in {seconds} s',
  },
  'message.tooMany': {
    status: 429,
    showType: showType.warn,
    zh: '邮件发送过于频繁，请 {minutes} 分钟后再试',
    en: 'Too many emails were sent. Try again in {minutes} min',
  },
  'conflict.stale': {
    status: 409,
    showType: showType.error,
    zh: '他人已修改该记录，请查看最新内容后再保存',
    en: 'Someone else changed this record. Check the latest version and save again',
  },
  unavailable: {
    status: 503,
    showType: showType.notification,
    zh: '服务暂时不可用，请稍后再试',
    en: 'The service is temporarily unavailable. Try again later',
  },
  // The console asks again by itself, with the same key, and says so meanwhile.
  'commit.unknown': {
    status: 503,
    showType: showType.notification,
    zh: '暂时无法确认操作是否已完成。请稍后刷新页面查看结果，确认之前请勿重复提交',
    en: 'It is not certain yet whether this was done. Refresh in a moment to see, and do not do it again before you know',
  },
  internal: {
    status: 500,
    showType: showType.notification,
    zh: '系统出现意外错误，请联系管理员并提供编号 {requestId}',
    en: 'An unexpected error occurred. Contact your administrator and give the number {requestId}',
  },
} satisfies Record<string, ErrorEntry>
