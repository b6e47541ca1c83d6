import { expect, test } from 'vitest'
import { groupsOf } from './bench.ts'
import { outcomeOf } from './outcome.ts'
import type { FileResult } from './protocol.ts'
import { recorder, withNotes } from './reached.ts'
import { mutantsOf } from './typescript.ts'

const file = (state: FileResult['state'], message = ''): FileResult => ({
  file: 'a.test.ts',
  state,
  by: 'adds up',
  message,
  milliseconds: 1,
})

test.each<[string, Parameters<typeof outcomeOf>[0], string]>([
  ['a test fails', { files: [file('passed'), file('failed', 'expected 1')] }, 'noticed'],
  ['what comes before the tests fails', { files: [file('broken', 'Division by zero')] }, 'noticed'],
  [
    'a test gets an answer that is not JSON',
    { files: [file('failed', 'SyntaxError: Unexpected end of JSON input')] },
    'noticed',
  ],
  ['a name is not defined', { files: [file('failed', 'ReferenceError: x')] }, 'invalid'],
  ['all pass', { files: [file('passed')] }, 'survived'],
  ['the time is up', undefined, 'endless'],
  ['no test ran', { files: [file('missing')] }, 'invalid'],
  ['the process ends', { files: [], error: 'it ended' }, 'invalid'],
  ['the file cannot be loaded', { files: [file('broken', 'SyntaxError: x')] }, 'invalid'],
  [
    'PostgreSQL cannot parse',
    { files: [file('failed', 'syntax error at or near "x"')] },
    'invalid',
  ],
])('when %s', (_, reply, expected) => {
  expect(outcomeOf(reply).outcome).toBe(expected)
})

test('the likeliest test runs alone, the others in growing groups', () => {
  expect(groupsOf(['a', 'b', 'c', 'd', 'e'])).toEqual([['a'], ['b', 'c'], ['d', 'e']])
})

test('notes do not change what the code does', () => {
  const text = `const double = (a) => a && a * 2
export function f(a, b) {
  if (a > 1) return double(b)
  const c = a?.d ?? (b ? double(a) : 7)
  for (let i = 0; i < 3; i++) if (b) b += 1
  return c + b
}`
  const { text: noted, sites } = withNotes(text, mutantsOf('x.ts', text), 100)
  const run = (source: string): unknown[] => {
    const body = source.replace('export ', '')
    const f = new Function(`${body}; return f`)() as (a: number, b: number) => unknown
    return [f(2, 3), f(0, 3), f(1, 0)]
  }
  const reached = new Set<number>()
  Object.assign(globalThis, { [recorder]: reached })
  expect(run(noted)).toEqual(run(text))
  expect([...reached].every((site) => sites.includes(site))).toBe(true)
  expect(reached.size).toBeGreaterThan(5)
})
