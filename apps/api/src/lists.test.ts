import { allEndpoints } from '@paydesk/contract/registry'
import { expect, test } from 'vitest'
import { z } from 'zod'

type Json = { type?: string; maxItems?: number; [key: string]: unknown }

/** The places of lists without a most, in what a caller sends. */
function endless(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one, index) => endless(one, `${path}.${index}`))
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maxItems, prefixItems, ...rest } = schema as Json
  const here = type === 'array' && maxItems === undefined && prefixItems === undefined ? [path] : []
  return [
    ...here,
    ...Object.entries(rest).flatMap(([key, value]) => endless(value, `${path}.${key}`)),
  ]
}

const sent = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

test('every list that a caller sends has a most: a body of a megabyte must not be judged item by item', () => {
  const found = allEndpoints.flatMap(({ method, path, query, body }) =>
    [query, body].flatMap((schema) => (schema ? endless(sent(schema), `${method} ${path}`) : [])),
  )
  expect(found).toEqual([])
  expect(
    endless(sent(z.object({ a: z.array(z.string()), b: z.array(z.string()).max(3) })), 'x'),
  ).toEqual(['x.properties.a'])
})
