import type { Endpoint } from '@paydesk/contract/lib/endpoint'
import type { InjectOptions } from 'fastify'
import type { Input } from '../input/making.ts'
import { AnId, missing, Raw } from './hostile.ts'
import type { Plan } from './plan.ts'

type Ids = { ours: string[]; theirs: string[] }

const isUuid = (value: unknown) => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isFixed(value)
const isFixed = (value: unknown) =>
  value instanceof Raw || value instanceof AnId || value instanceof Uint8Array

/** Every id in a valid input: those of our own records. */
export function idsIn(value: unknown): string[] {
  if (isUuid(value)) return [value as string]
  return isRecord(value) ? Object.values(value).flatMap(idsIn) : []
}

/** The request that a plan makes of a valid input. */
export function requestOf(
  call: Endpoint,
  base: Input,
  plan: Plan,
  theirs: string[],
  token: string | undefined,
): InjectOptions & { url: string } {
  const ids = { ours: idsIn(base), theirs }
  const input: Record<string, unknown> = {
    params: {},
    query: {},
    ...copyOf(base),
    ...copyOf(plan.whole),
  }
  for (const { path, value } of plan.edits) put(input, path, copyOf(value))
  const { params, query, body } = settled(input, ids) as {
    params: unknown
    query: unknown
    body: unknown
  }
  const path = call.path.replace(/:(\w+)/g, (_, key: string) =>
    encoded(textOf(isRecord(params) ? params[key] : params)).slice(0, 2_000),
  )
  const pairs = isRecord(query)
    ? Object.entries(query).flatMap(([key, value]) =>
        [value].flat().map((one) => [key, textOf(one)] as const),
      )
    : []
  const doubled =
    plan.twice === undefined ? [] : pairs.map(([key]) => [key, plan.twice as string] as const)
  const search = [...pairs, ...doubled]
    .map(([key, value]) => `${encoded(key)}=${encoded(value.slice(0, 3_000))}`)
    .join('&')
  const payload =
    call.method === 'GET'
      ? undefined
      : (plan.bytes ??
        (body instanceof Uint8Array
          ? Buffer.from(body)
          : body === undefined
            ? undefined
            : json(body)))
  const type = body instanceof Uint8Array ? 'application/octet-stream' : 'application/json'
  return {
    method: call.method,
    // A line that is longer than Node reads never comes to us.
    url: (search ? `${path}?${search}` : path).slice(0, 12_000),
    headers: {
      ...(token && { authorization: token }),
      ...(payload !== undefined && { 'content-type': type }),
      ...plan.headers,
    },
    ...(payload !== undefined && { payload }),
  }
}

/** Copies what may be changed; bytes stay as they are. */
const copyOf = <T>(value: T): T =>
  isRecord(value)
    ? (Object.assign(
        Array.isArray(value) ? [] : {},
        ...Object.entries(value).map(([key, one]) => ({ [key]: copyOf(one) })),
      ) as T)
    : value

function put(input: Record<string, unknown>, path: string[], value: unknown) {
  let at = input
  for (const [index, step] of path.slice(0, -1).entries()) {
    if (at[step] instanceof Uint8Array) return
    if (!isRecord(at[step])) at[step] = /^\d+$/.test(path[index + 1] as string) ? [] : {}
    at = at[step] as Record<string, unknown>
  }
  // Assigning to `__proto__` would set the prototype and write nothing.
  Object.defineProperty(at, path.at(-1) as string, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

/** Fills in the ids and leaves out what is missing. */
function settled(value: unknown, ids: Ids): unknown {
  if (value === missing) return undefined
  if (value instanceof AnId)
    return (
      ids[value.whose][value.index % Math.max(1, ids[value.whose].length)] ??
      '01900000-0000-7000-8000-000000000000'
    )
  if (!isRecord(value)) return value
  // A list may have a constructor of its own by now, which its own methods would call.
  if (Array.isArray(value))
    return Array.from(value, (one) => settled(one, ids)).filter((one) => one !== undefined)
  const made: Record<string, unknown> = Object.create(null)
  for (const [key, one] of Object.entries(value)) {
    const inside = settled(one, ids)
    if (inside !== undefined) made[key] = inside
  }
  return made
}

function json(value: unknown): string {
  const raws: string[] = []
  const text = JSON.stringify(value, (_, one: unknown) =>
    one instanceof Raw ? `@raw${raws.push(one.json) - 1}@` : one,
  )
  return text.replace(/"@raw(\d+)@"/g, (_, index: string) => raws[Number(index)] as string)
}

const textOf = (value: unknown): string =>
  value === undefined
    ? ''
    : value instanceof Raw
      ? value.json
      : typeof value === 'object'
        ? json(value)
        : String(value)

/**
 * Half a surrogate pair has no encoding; as somebody else's encoder writes it, it is no valid
 * UTF-8.
 */
const encoded = (text: string) =>
  text
    .split(/\p{Surrogate}/u)
    .map(encodeURIComponent)
    .join('%ED%A0%80')
