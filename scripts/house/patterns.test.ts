import { expect, test } from 'vitest'
import { knownSafe, nameOf, readPatterns, riskyPatterns, whyRisky } from './patterns.ts'

const names = (text: string) => readPatterns('apps/api/src/lib/a.ts', text).all.map(nameOf)
const risky = (text: string, safe: string[] = []) =>
  riskyPatterns(new Map([['apps/api/src/lib/a.ts', text]]), new Set(safe))

test('patterns are found wherever they stand, if they repeat anything', () => {
  expect(
    names(
      "const a = /x+/g; text.replace(/y*?/, ''); z.regex(/^[a-z]{1,3}$/u); if (/plain|words?/.test(b)) c()",
    ),
  ).toEqual(['/x+/g', '/y*?/', '/^[a-z]{1,3}$/u'])
  expect(names("new RegExp('a+', 'i'); RegExp('b*')")).toEqual(['/a+/i', '/b*/'])
})

test('a pattern that was not judged is refused, and so is one that is put together', () => {
  expect(risky('const a = /x+/')).toEqual([expect.stringContaining('/x+/ is not judged as safe')])
  expect(risky('const a = /x+/', ['/x+/'])).toEqual([])
  expect(risky('new RegExp(a)')).toEqual([expect.stringContaining('put together')])
  expect(risky('const a = 1', ['/x+/'])).toEqual([expect.stringContaining('/x+/ is used nowhere')])
})

test('tests may use what they like', () => {
  expect(riskyPatterns(new Map([['apps/api/src/lib/a.test.ts', '/(a+)+$/']]), new Set())).toEqual(
    [],
  )
})

test.each([
  ['the header of an imported table', '\\(.*?\\)', 'g'],
  ['blanks before a sign', '\\s*%$', ''],
  ['a nested repetition', '^(a+)+$', ''],
])('%s is judged as risky', async (_, source, flags) => {
  expect(await whyRisky({ source, flags })).toMatch(/polynomial|exponential/)
})

test('what stands in their place is judged as safe, and is what the code uses', async () => {
  expect(await whyRisky({ source: '\\([^()]*\\)', flags: 'g' })).toBeUndefined()
  expect([...knownSafe()]).toContain('/\\([^()]*\\)/g')
})
