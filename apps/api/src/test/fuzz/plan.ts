import type { Endpoint } from '@paydesk/contract/lib/endpoint'
import fc from 'fast-check'
import { fromSchema, placesOf } from './fromSchema.ts'
import { hostileNumber, hostileText, missing, wrong } from './hostile.ts'

const parts = ['params', 'query', 'body'] as const
export type Part = (typeof parts)[number]

/**
 * What is done to a valid input before it is sent. It names no record, so that the same plan can be
 * sent again to fresh ones.
 */
export type Plan = {
  /** Parts that are made of the schema alone. */
  whole: Partial<Record<Part, unknown>>
  /** Places that get another value. */
  edits: { path: string[]; value: unknown }[]
  headers: Record<string, string>
  /** Each key of the query comes once more, with this value. */
  twice: string | undefined
  /** Bytes in place of the body. */
  bytes: Buffer | undefined
}

/** What a socket can carry in a header: HTTP itself refuses the rest. */
const headerText = hostileText.map((text) =>
  Buffer.from(text.slice(0, 3_000))
    .toString('latin1')
    .replace(/[^\x20-\x7e\x80-\xff]/g, ''),
)

const rarely = <T>(arbitrary: fc.Arbitrary<T>, weight = 12): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const headers = fc
  .record({
    'idempotency-key': rarely(fc.oneof(headerText, fc.constantFrom('one-and-the-same-key')), 4),
    authorization: rarely(
      fc.oneof(
        headerText,
        fc.base64String({ minLength: 40, maxLength: 60 }),
        fc.constantFrom('Bearer x', 'Basic YTpi'),
      ),
      25,
    ),
    'content-type': rarely(
      fc.constantFrom(
        'text/plain',
        'application/xml',
        'application/json; charset=utf-7',
        'multipart/form-data; boundary=x',
        'application/octet-stream',
        '',
      ),
      30,
    ),
    'accept-language': rarely(headerText),
    'user-agent': rarely(headerText),
    'x-forwarded-for': rarely(headerText),
    'if-none-match': rarely(headerText),
    'x-http-method-override': rarely(fc.constantFrom('DELETE', 'TRACE')),
    origin: rarely(headerText),
  })
  .map((all) =>
    Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  )

const brokenJson = fc.constantFrom(
  '',
  '{',
  '[1',
  'null',
  '"x"',
  '{"__proto__":{"a":1}}',
  '\ufeff{}',
  '{"a":1}{"b":2}',
  '[',
  `${'['.repeat(100_000)}`,
  `{"${'a'.repeat(50_000)}":1}`,
  '{"a":"\\ud800"}',
  'NaN',
)

/** Tables as a person exports them, and what somebody can make of one. */
const table = fc
  .array(
    fc.array(
      hostileText.map((text) => text.slice(0, 3_000)),
      { minLength: 1, maxLength: 6 },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((rows) => ['客户邮箱,商品名称,单价', ...rows.map((row) => row.join(','))].join('\n'))
const file = fc.oneof(
  table.map((text) => Buffer.from(text)),
  hostileText.map((text) => Buffer.from(text)),
  hostileText.map((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(
      fc.constantFrom(
        'PK\x03\x04',
        '%PDF-1.7\n',
        '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR',
        '\xff\xd8\xff\xe0',
        'GIF89a',
        'RIFF\0\0\0\0WEBPVP8 ',
        '<svg onload=alert(1)>',
      ),
      fc.uint8Array({ maxLength: 200 }),
    )
    .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'latin1'), rest])),
)

/** Hostile inputs for one call, of its own schemas. */
export function plansFor(call: Endpoint): fc.Arbitrary<Plan> {
  const places = parts.flatMap((part) => (call[part] ? placesOf(call[part], [part]) : []))
  const value = (schema: (typeof places)[number]['schema']) =>
    fc.oneof(
      { weight: 5, arbitrary: fromSchema(schema) },
      { weight: 3, arbitrary: wrong },
      { weight: 1, arbitrary: fc.constant(missing) },
    )
  const edit = fc.oneof(
    ...places.map(({ path, schema }) => ({
      weight: 4,
      arbitrary: value(schema).map((made) => ({ path, value: made })),
    })),
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('query', 'body'), extraKey, fc.oneof(wrong, hostileNumber))
        .map(([part, key, made]) => ({ path: [part, key], value: made })),
    },
  )
  const whole = fc.record(
    Object.fromEntries(
      parts.flatMap((part) => (call[part] ? [[part, fromSchema(call[part])]] : [])),
    ),
  )
  const isFile =
    call.body !== undefined &&
    (call.body as unknown as { def: { type: string } }).def.type === 'custom'
  const bytes = isFile
    ? fc.option(file, { nil: undefined, freq: 4 })
    : call.body
      ? rarely(
          brokenJson.map((text) => Buffer.from(text)),
          20,
        )
      : fc.constant(undefined)
  return fc.record({
    whole: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: whole }),
    edits: fc.array(edit, { minLength: places.length > 0 ? 1 : 0, maxLength: 3 }),
    headers,
    twice: rarely(hostileText, 15),
    bytes,
  })
}

const extraKey = fc.constantFrom(
  'companyId',
  'company_id',
  'roles',
  'isAdmin',
  'id',
  'version',
  '__proto__',
  'constructor',
  'limit',
  'cursor',
  'order',
  'a[b]',
  '',
)
