import type { Exchange } from '../conformance/conformance.ts'

type Json = { [name: string]: unknown }
/** The way to a property: names and indexes, the property's own name last. */
export type Place = string[]

/** Every property of a JSON value, at any depth. */
export function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : [[...at, name]]),
    ...placesIn(inner, [...at, name]),
  ])
}

/** The same value with one property under a wrong name. */
export function misspelt(
  value: unknown,
  [name = '', ...rest]: Place,
  wrong: (name: string) => string,
): unknown {
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === name ? misspelt(one, rest, wrong) : one))
  return Object.fromEntries(
    Object.entries(value as Json).map(([key, inner]) =>
      key !== name
        ? [key, inner]
        : rest.length > 0
          ? [key, misspelt(inner, rest, wrong)]
          : [wrong(key), inner],
    ),
  )
}

const inputPart = /(name="input"[\s\S]*?\r\n\r\n)([\s\S]*?)(\r\n--)/
const typeOf = ({ headers }: Exchange['request'] | Exchange['answer']) =>
  headers['content-type'] ?? ''

/** The JSON that a request or an answer holds: its body, or one part of a form. */
export function jsonOf(message: Exchange['request'] | Exchange['answer']): unknown {
  const text = typeOf(message).startsWith('multipart/form-data')
    ? inputPart.exec(message.body.toString('utf8'))?.[2]
    : /^application\/json/.test(typeOf(message))
      ? message.body.toString('utf8')
      : undefined
  return text ? JSON.parse(text) : undefined
}

export function withJson<T extends Exchange['request'] | Exchange['answer']>(
  message: T,
  value: unknown,
): T {
  const text = JSON.stringify(value)
  const isForm = typeOf(message).startsWith('multipart/')
  const whole = isForm
    ? message.body
        .toString('utf8')
        .replace(inputPart, (_, before, __, after) => before + text + after)
    : text
  return { ...message, body: Buffer.from(whole) }
}
