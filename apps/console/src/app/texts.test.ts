import { expect, test } from 'vitest'
import { type PackName, packs } from '../lib/textPacks.ts'
import { pagesOf } from './landing.ts'
import type { Route } from './route.ts'
import { layoutRoutes, plainRoutes } from './routes.ts'

/** Resolves an import: the path of a file in src, from the path that another file imports it by. */
const fileOf = (from: string, to: string) => new URL(to, `file:///${from}`).pathname.slice(1)
const read: Record<string, string> = import.meta.glob('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sources = new Map(
  Object.entries(read).map(([path, text]) => [fileOf('app/texts.test.ts', path), text]),
)

const packOf = new Map<string, PackName>()
// The template's names belong to pages that are not there (spec §2): nothing that makes a name at
// run time means them.
for (const name of (Object.keys(packs) as PackName[]).filter((name) => name !== 'template'))
  for (const key of Object.keys((await packs[name]['zh-CN']()).default)) packOf.set(key, name)

/** The keys of the texts that a file names; a part that is put in at run time becomes a pattern. */
function namedIn(text: string): string[] {
  const whole = [...text.matchAll(/'([\w.]+)'/g)].map(([, key = '']) => key)
  const patterns = [...text.matchAll(/\bt\(\s*`(\w+\.[^`]*)`/g)].map(([, made = '']) => {
    const parts = made.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'))
    return new RegExp(`^${parts.join('.+')}$`)
  })
  return [...packOf.keys()].filter(
    (key) => whole.includes(key) || patterns.some((pattern) => pattern.test(key)),
  )
}

const importedIn = /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'/gm
const lazyIn = /(?:withTexts\(\[([^\]]*)\],\s*)?\(\) => import\('(\.[^']+)'\)/g

/**
 * Leaves out the texts themselves, and the table of pages: each page is checked with its own texts.
 */
const isLeftOut = (file: string) => file.startsWith('lib/texts/') || file === 'app/routes.ts'

/**
 * Follows a page's imports, static and dynamic, and returns the texts that would be
 * shown as their keys.
 */
function missingFrom(page: string, packsOfPage: readonly PackName[]): string[] {
  const missing: string[] = []
  const visit = (file: string, loaded: ReadonlySet<PackName>, seen: Set<string>) => {
    const text = sources.get(file)
    if (text === undefined || seen.has(file) || isLeftOut(file)) return
    seen.add(file)
    for (const key of namedIn(text))
      if (!loaded.has(packOf.get(key) as PackName)) missing.push(`${page}: ${file} names ${key}`)
    for (const [, to = ''] of text.matchAll(importedIn)) visit(fileOf(file, to), loaded, seen)
    for (const [, more = '', to = ''] of text.matchAll(lazyIn))
      visit(
        fileOf(file, to),
        new Set([...loaded, ...((more.match(/\w+/g) ?? []) as PackName[])]),
        new Set(),
      )
  }
  visit(page, new Set(packsOfPage), new Set())
  return missing
}

const pagesWith = (routes: readonly Route[], always: readonly PackName[]) =>
  pagesOf(routes).flatMap(({ route: { page, texts = [] } }) => {
    const file = /\/src\/([^"']+\.tsx)["']/.exec(String(page))?.[1]
    return file ? [{ file, packs: [...always, ...texts] }] : []
  })
// The layout hands the palette its commands, and their texts are loaded with the palette.
const layout = { file: 'app/layout/Layout.tsx', packs: ['first', 'inside', 'search'] as PackName[] }
const pages = [
  layout,
  ...pagesWith(layoutRoutes, ['first', 'inside']),
  ...pagesWith(plainRoutes, ['first']),
]

test('every page comes with the texts that it names', () => {
  expect(pages.filter(({ file }) => !sources.has(file))).toEqual([])
  expect(pages.length).toBeGreaterThan(25)
  expect(pages.flatMap(({ file, packs: loaded }) => missingFrom(file, loaded))).toEqual([])
})

test('a page that comes without its texts is found', () => {
  const missing = missingFrom('money/transaction/TransactionPage.tsx', ['first', 'inside'])
  expect(missing).toContain(
    'money/transaction/TransactionPage.tsx: money/transaction/TransactionPage.tsx names money.missing',
  )
  expect(missingFrom('people/session/LoginPage.tsx', [])).not.toEqual([])
})
