import type { Endpoint } from '@paydesk/contract/lib/endpoint'
import type { z } from 'zod'
import { keyOf } from './inputs.ts'
import type { Input } from './making.ts'

type Def = {
  type: string
  format?: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  items?: z.ZodType[]
  in?: z.ZodType
  out?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
}

const leaves = [
  'string',
  'number',
  'boolean',
  'enum',
  'literal',
  'null',
  'undefined',
  'bigint',
  'date',
  'unknown',
  'any',
  'transform',
  'file',
  'custom',
]

/**
 * The places in a call where an id can stand: every uuid, and every field that is called an id.
 * `body.roleIds.0` is the first of a list.
 */
export function idPositions(endpoint: Endpoint): string[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? walk(schema, [part]).map((path) => `${keyOf(endpoint)} ${path}`) : []
  })
}

function walk(schema: z.ZodType, path: string[]): string[] {
  const def = (schema as unknown as { def: Def }).def
  const inside = [
    ...Object.entries(def.shape ?? {}).map(([key, value]) => [value, key] as const),
    ...[def.element, ...(def.items ?? [])].map((value) => [value, '0'] as const),
    ...[def.valueType].map((value) => [value, '*'] as const),
    ...[def.innerType, def.in, def.out, def.left, def.right, ...(def.options ?? [])].map(
      (value) => [value, undefined] as const,
    ),
  ].flatMap(([value, key]) => (value ? [{ value, key }] : []))
  if (inside.length > 0)
    return [
      ...new Set(
        inside.flatMap(({ value, key }) => walk(value, key === undefined ? path : [...path, key])),
      ),
    ]
  // A kind of schema that this walk does not know could hide an id, so it fails.
  if (!leaves.includes(def.type) && def.type !== 'object')
    throw new Error(`${path.join('.')}: cannot look into a ${def.type}`)
  const name = path.findLast((part) => part !== '0') ?? ''
  return def.format === 'uuid' || /(^i|I)ds?$/.test(name) ? [path.join('.')] : []
}

/** The input with another value at the place, whose parents are made if they are not there. */
export function put(input: Input, path: string, id: string | number): Input {
  const copy = structuredClone(input) as Record<string, unknown>
  const steps = path.split('.')
  let at = copy
  for (const [index, step] of steps.slice(0, -1).entries()) {
    at[step] ??= /^\d+$/.test(steps[index + 1] as string) ? [] : {}
    at = at[step] as Record<string, unknown>
  }
  at[steps.at(-1) as string] = id
  return copy
}
