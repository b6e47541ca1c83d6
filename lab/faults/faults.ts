import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { Fault } from './fault.ts'

export const root = new URL('../..', import.meta.url).pathname

/** The whole list, in the order of its files. */
export async function readFaults(): Promise<Fault[]> {
  const dir = join(root, 'lab/faults/list')
  const files = readdirSync(dir).filter((name) => name.endsWith('.ts'))
  const lists = await Promise.all(
    files.sort().map(async (name) => (await import(join(dir, name))).default as Fault[]),
  )
  return lists.flat()
}

export const isSql = (fault: Pick<Fault, 'file'>) => fault.file.endsWith('.sql')

/**
 * What the file says with the fault in it; for db/schema.sql the statement, because
 * nobody runs that file.
 */
export function planted(fault: Fault, text: string): string {
  return fault.file === 'db/schema.sql'
    ? fault.to
    : text.replace(layoutFree(fault.from), () => fault.to)
}

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Matches the text however the formatter has broken it into lines. */
export function layoutFree(text: string): RegExp {
  const tokens = text.match(/\w+|\s+|[^\w\s]/g) ?? []
  let pattern = ''
  let before = ''
  let spaced = false
  for (const token of tokens) {
    if (/^\s/.test(token)) {
      spaced = true
      continue
    }
    if (before) {
      const bothWords = /\w$/.test(before) && /^\w/.test(token)
      pattern += bothWords && spaced ? '\\s+' : '\\s*'
    }
    // A list that is broken into lines ends with a comma.
    if (/[)\]}]/.test(token) && before && before !== ',') pattern += ',?\\s*'
    pattern += escapeForPattern(token)
    before = token
    spaced = false
  }
  return new RegExp(pattern, 'g')
}

/** Why this fault cannot be planted as the list says, or undefined. */
export function whyInvalid(fault: Fault, dir = root): string | undefined {
  if (!existsSync(join(dir, fault.file))) return `${fault.file} is not there`
  const missing = fault.tests.find((file) => !existsSync(join(dir, file)))
  if (missing) return `${missing} is not there`
  if (fault.tests.length === 0) return 'it names no tests'
  const text = readFileSync(join(dir, fault.file), 'utf8')
  const times = text.match(layoutFree(fault.from))?.length ?? 0
  if (times !== 1) return `its text stands ${times} times in ${fault.file}`
  if (fault.from === fault.to) return 'it changes nothing'
  if (isSql(fault)) {
    return fault.file === 'db/schema.sql' || fault.file.startsWith('db/functions/')
      ? undefined
      : 'SQL is planted in db/functions or db/schema.sql'
  }
  const [error] = parseSync(fault.file, planted(fault, text)).errors
  return error && `it cannot be parsed: ${error.message}`
}

export type Choice = {
  words: string[]
  areas: string[]
  ids: string[]
  some: number | undefined
  seed: number
}

/** What of the list is run: words of id, area or file, then a part of it that the seed decides. */
export function choose(faults: Fault[], { words, areas, ids, some, seed }: Choice): Fault[] {
  const wanted = faults.filter(
    ({ id, area, file }) =>
      (areas.length === 0 || areas.includes(area)) &&
      (ids.length === 0 || ids.includes(id)) &&
      words.every((word) => `${area} ${id} ${file}`.includes(word)),
  )
  if (some === undefined || some >= wanted.length) return wanted
  // Neighbouring seeds take neighbouring parts of one fixed shuffle: so many commits in a row go
  // round the whole list.
  const shuffled = wanted
    .map((fault) => ({ fault, key: hash(fault.id) }))
    .sort((a, b) => a.key - b.key || (a.fault.id < b.fault.id ? -1 : 1))
  return Array.from(
    { length: some },
    (_, i) => shuffled[(seed * some + i) % shuffled.length]?.fault,
  ).filter((fault) => fault !== undefined)
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return value
}
