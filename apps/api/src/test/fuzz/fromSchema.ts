import fc from 'fast-check'
import type { z } from 'zod'
import { dates, hostileNumber, hostileText, missing, someId, times, wrong } from './hostile.ts'

type Check = {
  _zod: {
    def: {
      check: string
      format?: string
      minimum?: number
      maximum?: number
      value?: number
      pattern?: RegExp
    }
  }
}
type Def = {
  type: string
  format?: string
  checks?: Check[]
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  entries?: Record<string, unknown>
  values?: unknown[]
  in?: z.ZodType
  out?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
}

const defOf = (schema: z.ZodType) => (schema as unknown as { def: Def }).def
const checksOf = (def: Def) => (def.checks ?? []).map(({ _zod }) => _zod.def)
const limit = (def: Def, check: string) => {
  const found = checksOf(def).find((one) => one.check === check)
  return found?.minimum ?? found?.maximum ?? found?.value
}

/**
 * Values of the shape that the schema asks for, with contents that nobody thought of when writing
 * it; now and then none of its shape.
 */
export function fromSchema(schema: z.ZodType, depth = 0): fc.Arbitrary<unknown> {
  const def = defOf(schema)
  const inner = (one: z.ZodType | undefined) => (one ? fromSchema(one, depth + 1) : wrong)
  switch (def.type) {
    case 'string':
      return textOf(def)
    case 'number':
      return numberOf(def)
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'null':
      return fc.constant(null)
    case 'undefined':
      return fc.constant(missing)
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.oneof(
        { weight: 3, arbitrary: inner(def.innerType) },
        { weight: 1, arbitrary: fc.constant(missing) },
      )
    case 'nullable':
      return fc.oneof(
        { weight: 4, arbitrary: inner(def.innerType) },
        { weight: 1, arbitrary: fc.constant(null) },
      )
    case 'readonly':
    case 'catch':
      return inner(def.innerType)
    // What a caller sends is what goes in; a transformation in front (`z.preprocess`) takes
    // anything and hands it on.
    case 'pipe':
      return inner(def.in && defOf(def.in).type === 'transform' ? def.out : def.in)
    case 'array':
      return fc.array(inner(def.element), {
        maxLength: Math.min(Number(limit(def, 'max_length') ?? 4), depth < 3 ? 4 : 2),
      })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape ?? {}).map(([key, value]) => [key, inner(value)]),
        ),
      )
    case 'record':
      return fc.dictionary(
        fc.oneof(inner(def.keyType).map(String), hostileText),
        inner(def.valueType),
        { maxKeys: 4 },
      )
    case 'union':
      return fc.oneof(...(def.options ?? []).map(inner))
    case 'intersection':
      return fc
        .tuple(inner(def.left), inner(def.right))
        .map(([left, right]) => Object.assign({}, left, right))
    case 'unknown':
    case 'any':
    case 'custom':
    case 'transform':
      return wrong
    default:
      // A kind of schema that is not known here would go untested.
      throw new Error(`cannot make a ${def.type}`)
  }
}

function textOf(def: Def): fc.Arbitrary<unknown> {
  const format = def.format ?? checksOf(def).find(({ check }) => check === 'string_format')?.format
  if (format === 'uuid')
    return fc.oneof({ weight: 9, arbitrary: someId }, { weight: 1, arbitrary: hostileText })
  if (format === 'date')
    return fc.oneof(
      fc.constantFrom(...dates),
      aDay.map((day) => day.slice(0, 10)),
    )
  if (format === 'datetime') return fc.oneof(fc.constantFrom(...times), aDay)
  if (format === 'email')
    return fc.oneof(
      { weight: 2, arbitrary: fc.emailAddress() },
      { weight: 1, arbitrary: fc.constantFrom(...mails) },
    )
  if (format === 'url') return fc.oneof(fc.webUrl(), fc.constantFrom(...addresses))
  const pattern = checksOf(def).find((one) => one.pattern)?.pattern
  const [least, most] = [
    Number(limit(def, 'min_length') ?? 0),
    Number(limit(def, 'max_length') ?? 5_000),
  ]
  const fitting = hostileText.map((text) => text.padEnd(least, '\u202e文').slice(0, most))
  const texts = fc.oneof(
    { weight: 5, arbitrary: fitting },
    { weight: 1, arbitrary: hostileText },
    { weight: 1, arbitrary: fc.constant('文'.repeat(most)) },
  )
  return pattern
    ? fc.oneof({ weight: 3, arbitrary: matching(pattern) }, { weight: 1, arbitrary: texts })
    : texts
}

/** Patterns with signs that the library does not read are met by the other texts only. */
function matching(pattern: RegExp): fc.Arbitrary<string> {
  try {
    const found = fc.stringMatching(pattern, { maxLength: 100 })
    fc.sample(found, 1)
    return found
  } catch {
    return hostileText
  }
}

const aDay = fc
  .date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString())
const mails = [
  'a@b',
  'a@b.example',
  "o'brien+x@b.example",
  'a@b.example\r\nBcc: c@d.example',
  `${'a'.repeat(64)}@${'b'.repeat(200)}.example`,
  'ａ@例え.jp',
  '"a b"@c.example',
]
const addresses = [
  'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x',
  'http://127.0.0.1:1/',
  'http://[::1]/',
  'https://user:pw@host.example/',
  'javascript:alert(1)',
  'https://oapi.dingtalk.com@evil.example/',
]

function numberOf(def: Def): fc.Arbitrary<unknown> {
  const least = Math.max(Number(limit(def, 'greater_than') ?? -1000), -(2 ** 53))
  const most = Math.min(Number(limit(def, 'less_than') ?? 2 ** 53 - 1), 2 ** 53 - 1)
  const within = fc.oneof(
    fc.integer({ min: Math.ceil(least), max: Math.max(Math.ceil(least), Math.floor(most)) }),
    fc.constantFrom(least, most, Math.min(least + 1, most)),
  )
  return fc.oneof(
    { weight: 5, arbitrary: within },
    { weight: 1, arbitrary: fc.constantFrom(least - 1, most + 1) },
    { weight: 1, arbitrary: hostileNumber },
  )
}

export type Place = { path: string[]; schema: z.ZodType }

/** Every place in a part of a call that has a schema of its own, inner ones included. */
export function placesOf(schema: z.ZodType, path: string[]): Place[] {
  const def = defOf(schema)
  const below = [
    ...Object.entries(def.shape ?? {}).map(([key, value]) => placesOf(value, [...path, key])),
    ...[def.element].flatMap((value) => (value ? [placesOf(value, [...path, '0'])] : [])),
    ...[def.valueType].flatMap((value) => (value ? [placesOf(value, [...path, 'a'])] : [])),
    ...[def.innerType, def.in, def.out, def.left, def.right, ...(def.options ?? [])].flatMap(
      (value) => (value ? [placesOf(value, path)] : []),
    ),
  ].flat()
  return def.shape || def.element || def.valueType || below.length === 0
    ? [{ path, schema }, ...below]
    : below
}
