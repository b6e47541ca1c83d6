import type { Schema } from '@paydesk/paypal/facts/facts'
import { noisePrefix } from './deviations.ts'
import type { Specification, SpecOperation } from './spec.ts'

export interface Request {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: Buffer
}

type Report = (what: string) => void

/**
 * Our client says who it is. Whatever else calls the simulator is a test, which may be
 * wrong on purpose.
 */
export const isOurs = ({ headers }: Request) =>
  (headers['user-agent'] ?? '').startsWith('paydesk-paypal')

export const mediaOf = (headers: Record<string, string>) =>
  (headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''

export function checkRequest(
  spec: Specification,
  operation: SpecOperation,
  request: Request,
  report: Report,
): void {
  checkParameters(spec, operation, request, report)
  checkHeaders(spec, operation, request, report)
  checkBody(spec, operation, request, report)
}

function checkParameters(
  spec: Specification,
  operation: SpecOperation,
  request: Request,
  report: Report,
): void {
  const parts = request.path.split('/')
  for (const parameter of operation.parameters) {
    if (parameter.in === 'header') continue
    const inPath = parts[operation.segments.indexOf(`{${parameter.name}}`)]
    const text =
      parameter.in === 'path' ? decodeURIComponent(inPath ?? '') : request.query.get(parameter.name)
    if (text !== null) spec.checkParameter(operation.api, parameter, text, report)
    else if (parameter.required) report(`${parameter.name} is missing`)
  }
  for (const name of request.query.keys())
    if (
      !operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === name)
    )
      report(`${name} is not a parameter`)
}

/** Of the headers only those are PayPal's that have its name, and Prefer. */
function checkHeaders(
  spec: Specification,
  operation: SpecOperation,
  request: Request,
  report: Report,
): void {
  const declared = operation.parameters.filter((parameter) => parameter.in === 'header')
  for (const parameter of declared) {
    const text = request.headers[parameter.name.toLowerCase()]
    if (text !== undefined) spec.checkParameter(operation.api, parameter, text, report)
    else if (parameter.required) report(`${parameter.name} is missing`)
  }
  if (!isOurs(request)) return
  for (const name of Object.keys(request.headers))
    if (
      /^(paypal-|prefer$)/.test(name) &&
      !declared.some((parameter) => parameter.name.toLowerCase() === name)
    )
      report(`${name} is not a header of this call`)
}

function checkBody(
  spec: Specification,
  operation: SpecOperation,
  request: Request,
  report: Report,
): void {
  const media = mediaOf(request.headers)
  const schema = operation.body?.content[media]
  if (request.body.length === 0) {
    if (operation.body?.required) report('the body is missing')
  } else if (!operation.body) report('has a body, and none is published')
  else if (!schema) report(`${media || 'a body without a type'} is not published for this call`)
  else if (media === 'application/x-www-form-urlencoded')
    checkForm(spec, operation, schema, request, report)
  else {
    const text = media.startsWith('multipart/')
      ? inputOf(request, report)
      : request.body.toString('utf8')
    if (text === undefined) report('the form has no part named input')
    else spec.check(operation.api, schema)(JSON.parse(text), report)
  }
}

const checkForm = (
  spec: Specification,
  operation: SpecOperation,
  schema: Schema,
  request: Request,
  report: Report,
) =>
  spec.check(operation.api, schema)(
    Object.fromEntries(new URLSearchParams(request.body.toString('utf8'))),
    report,
  )

/**
 * A form of the disputes API has its JSON in the part `input` and its files in `file1` and so
 * on (paypal §8.1).
 */
function inputOf(request: Request, report: Report): string | undefined {
  const boundary = /boundary="?([^";]+)"?/.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
  let input: string | undefined
  for (const part of request.body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n')
    const name = /name="([^"]*)"/.exec(part.slice(0, end))?.[1] ?? ''
    if (name === 'input')
      input = Buffer.from(part.slice(end + 4).replace(/\r\n$/, ''), 'latin1').toString('utf8')
    else if (!/^file\d+$/.test(name)) report(`${name} is not a part of the form`)
  }
  return input
}

/** Takes the noise out that the simulator adds to the top of every answer, and nothing else. */
export function withoutNoise(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith(noisePrefix)))
}
