import type { Failure } from '@paydesk/contract/lib/envelope'
import {
  type ErrorName,
  type ErrorParams,
  errorCatalogue,
  errorText,
  type Language,
} from '@paydesk/contract/lib/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CommitUnknown, isTransient } from './db.ts'
import { Refusal } from './errors.ts'

/**
 * Chinese is the default (spec §4). Callers whose first choice is any other language get English.
 */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const first = request.headers['accept-language']?.trim().toLowerCase() ?? ''
  return first === '' || first === '*' || first.startsWith('zh') ? 'zh-CN' : 'en-US'
}

export function failure(
  request: Pick<FastifyRequest, 'headers'>,
  name: ErrorName,
  params: ErrorParams,
  data: unknown,
): Failure {
  const { status, showType } = errorCatalogue[name]
  return {
    success: false,
    data,
    errorCode: status === 401 ? 401 : name,
    errorMessage: errorText(name, params, languageOf(request)),
    showType,
  }
}

/**
 * Turns whatever was thrown into the one error shape. An unexpected error is logged whole and
 * shown only as an id.
 */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const refusal = toRefusal(error, request)
  if (!refusal) {
    request.log.error({ err: error }, 'unexpected error')
    return reply.code(500).send(failure(request, 'internal', { requestId: request.id }, null))
  }
  if (refusal.status >= 500) request.log.warn({ err: error }, 'unavailable')
  if (refusal.status === 429)
    reply.header(
      'retry-after',
      Number(refusal.params.seconds ?? Number(refusal.params.minutes) * 60),
    )
  return reply
    .code(refusal.status)
    .send(failure(request, refusal.code, refusal.params, refusal.data))
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send(failure(request, 'notFound', {}, null))

/** Fastify's own refusals, by the codes that it documents. */
const byEngineCode: Record<string, ErrorName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupportedType',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  // A path part of over 100 characters is no id of ours.
  FST_ERR_MAX_PARAM_LENGTH: 'notFound',
}

/** A statement that took too long is worth a retry by a person, though not by a worker. */
const statementTimeout = '57014'

/**
 * The codes with which our triggers refuse (db/migrations). Only the database can check these rules
 * under concurrency.
 */
const byTriggerCode: Record<string, ErrorName> = {
  PD001: 'user.lastSuperAdmin',
  PD002: 'user.cycle',
}

/** More than a form has fields. */
const mostIssues = 50
const issueLength = 300

function toRefusal(error: FastifyError | Error, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error
  // Who only reads has done nothing.
  if (error instanceof CommitUnknown)
    return new Refusal(request.method === 'GET' ? 'unavailable' : 'commit.unknown')
  const language = languageOf(request)
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A small body can break a schema in a hundred thousand places: the answer must not be larger
    // than the question.
    const issues = error.validation
      .slice(0, mostIssues)
      .map(({ instancePath, keyword, message, params }) => ({
        path: instancePath.slice(1, issueLength),
        message: (
          wordsIfMissing(instancePath, message, language) ??
          localised({ ...params, code: keyword }, language) ??
          message ??
          ''
        ).slice(0, issueLength),
      }))
    const detail = issues
      .map(({ path, message }) => (path ? `${path}: ${message}` : message))
      .join('; ')
    return new Refusal('request.invalid', { detail }, { issues })
  }
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string') {
    const status = (error as FastifyError).statusCode
    if (error instanceof SyntaxError || status === 400) return new Refusal('request.malformed')
    return isTransient(error) ? new Refusal('unavailable') : undefined
  }
  // A NUL character: valid JSON, but no text that PostgreSQL can hold.
  if (code === '22021' || code === '22P05') return new Refusal('request.invalid', { detail: 'NUL' })
  // A time that is well formed but is in no calendar.
  if (code === '22007' || code === '22008')
    return new Refusal('request.invalid', { detail: 'time' })
  const name =
    byEngineCode[code] ??
    byTriggerCode[code] ??
    (isTransient(error) || code === statementTimeout ? 'unavailable' : undefined)
  return name && new Refusal(name)
}

/**
 * A value that was left out, in plain words. A change without the version that its caller had read
 * is the most likely one: whoever calls the API by hand does not know that it is wanted, and why.
 */
function wordsIfMissing(
  path: string,
  message: string | undefined,
  language: Language,
): string | undefined {
  if (!message?.endsWith('received undefined')) return undefined
  const words = path === '/version' ? errorTexts.version : errorTexts.missing
  return language === 'zh-CN' ? words.zh : words.en
}

const errorTexts = {
  version: {
    zh: '缺少版本号。请先读取这条记录，提交时带上其 version，以免覆盖他人的修改',
    en: 'The version is missing. Read the record first and send its version with the change, so that no one else’s change is overwritten',
  },
  missing: { zh: '缺少必填项', en: 'This value is required' },
}

const inChinese = z.locales.zhCN().localeError

/** zod words its issues in English. Its Chinese locale words the same issue again. */
function localised(issue: object, language: Language): string | undefined {
  const text =
    language === 'zh-CN' ? inChinese(issue as Parameters<typeof inChinese>[0]) : undefined
  return typeof text === 'object' ? text?.message : text
}
