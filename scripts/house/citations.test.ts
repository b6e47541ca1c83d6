import { describe, expect, test } from 'vitest'
import { readCitations } from './citations.ts'
import { documents, filesHere, readHere, repositoryOf, sectionsOf, textsOf } from './repository.ts'

/** This file plants breaches, so it is the only one that the check does not read. */
const self = 'scripts/house/citations.test.ts'

describe('this repository', () => {
  const files = filesHere()
  const repository = repositoryOf(files, readHere)
  const read = textsOf(files)
    .filter((file) => file !== self)
    .map((file) => readCitations(file, readHere(file), repository))

  test('cites only sections and documents that it holds', () => {
    expect(read.flatMap(({ faults }) => faults)).toEqual([])
  })

  test('is read: many files are seen, and every document is cited', () => {
    expect(read.length).toBeGreaterThan(1000)
    const cited = read.flatMap(({ cited }) => cited)
    expect(cited.length).toBeGreaterThan(250)
    expect(new Set(cited.map(({ name }) => name))).toEqual(new Set(Object.keys(documents)))
  })

  test('numbers the sections of each document without a gap', () => {
    for (const [name, sections] of Object.entries(repository.sections)) {
      const before = (section: string) => {
        const parts = section.split('.')
        const last = Number(parts.pop())
        return last > 1 ? [...parts, last - 1].join('.') : parts.join('.')
      }
      const missing = [...sections]
        .map(before)
        .filter((section) => section !== '' && !sections.has(section))
      expect(missing, name).toEqual([])
    }
  })
})

const texts: Record<string, string> = {
  'docs/specification.md': '# Spec\n\n## 1. What\n\n## 2. Routes\n',
  'docs/product.md': '# Product\n\n## 1. Words\n\n## 10. Screens\n\n### 10.2 Bill list\n',
  'docs/paypal.md': '# PayPal\n\n## 3. Invoicing\n\n### 3.4 Status\n\n### 3.5 Refused\n',
  'docs/reliability.md': '# Reliability\n\n## 1. Mechanisms\n\n### 1.10 Sessions\n',
  'docs/guide/en-US/admin.md': '',
  'apps/console/src/shared/bill/BillTags.tsx': '',
  'docs/decisions/0009-idempotency.md': '',
  'docs/decisions/0010-who.md': '',
}
const small = repositoryOf(Object.keys(texts), (file) => texts[file] ?? '')
const faultsIn = (file: string, text: string) => readCitations(file, text, small).faults
const citedIn = (file: string, text: string) =>
  readCitations(file, text, small).cited.map(({ name, section }) => `${name} §${section}`)

describe('sections', () => {
  test('are the numbered headings', () =>
    expect(sectionsOf('# 9. no\n## 1. A\n### 1.10 B\n## C\n1. D\n')).toEqual(
      new Set(['1', '1.10']),
    ))

  test.each([
    ['/** Spec §2: routes. */', ['spec §2']],
    ['/** All of them (spec §1, §2). */', ['spec §1', 'spec §2']],
    ['/** As paypal §3.4–3.5 say. */', ['paypal §3.4', 'paypal §3.5']],
    [
      '/**\n * reliability §1.10 and the row "sessions"\n * of §1.\n */',
      ['reliability §1.10', 'reliability §1'],
    ],
    ['/**\n * It ends the line: product\n * §10.2.\n */', ['product §10.2']],
    ["  test('spec §1, §2: languages', …)", ['spec §1', 'spec §2']],
    ['-- product §1\n-- and §10', ['product §1', 'product §10']],
    ["const anyText = ['§']", []],
  ])('%s is understood', (text, cited) => {
    expect(citedIn('a.ts', text)).toEqual(cited)
    expect(faultsIn('a.ts', text)).toEqual([])
  })

  test('a bare § in a document is its own, unless it continues a citation of another', () => {
    expect(citedIn('docs/paypal.md', 'See §3, which spec §1, §2 ask for; limits §3.4.')).toEqual([
      'paypal §3',
      'spec §1',
      'spec §2',
      'paypal §3.4',
    ])
    expect(faultsIn('docs/paypal.md', 'See §4.')).toEqual([
      'docs/paypal.md:1 paypal §4 does not exist',
    ])
  })

  test.each([
    ['a section that does not exist', '\n/** paypal §3.6 */', 'a.ts:2 paypal §3.6 does not exist'],
    [
      'the end of a range that does not exist',
      '// paypal §3.4–3.9',
      'a.ts:1 paypal §3.9 does not exist',
    ],
    ['a section after the first', '/**\n * spec §1,\n * §3\n */', 'a.ts:3 spec §3 does not exist'],
    ['a document that is none', '// facts §3.4', 'a.ts:1 "facts" is no document: §3.4'],
    ['a document by its file', '// product.md §1', 'a.ts:1 "product.md" is no document: §1'],
    [
      'a § without a document',
      '// spec §1\nconst a = 1 // as the table says (§2)',
      'a.ts:2 §2 names no document',
    ],
  ])('%s fails', (_, text, fault) => expect(faultsIn('a.ts', text)).toEqual([fault]))

  test('a citation does not carry over into the next paragraph', () => {
    expect(faultsIn('README.md', 'As spec §1 says,\nand §2.\n\nMore in §2.')).toEqual([
      'README.md:4 §2 names no document',
    ])
  })
})

describe('documents', () => {
  test.each([
    ['a.ts', '// see docs/product.md and docs/guide, admin.md and ./docs/paypal.md'],
    ['scripts/a.ts', "new URL('../docs/product.md', import.meta.url)"],
    [
      'docs/guide/en-US/start.md',
      '[Users](admin.md#invite), [top](#top), [site](https://example.com/x.md)',
    ],
    ['apps/console/src/bill/page.tsx', "import { BillTags } from '../shared/bill/BillTags.tsx'"],
    ['a.ts', "glob('guide/*.md'); '/api/docs/json'"],
  ])('%s: %s is allowed', (file, text) => expect(faultsIn(file, text)).toEqual([]))

  test.each([
    ['a.ts', '// budgets of stack.md', 'a.ts:1 stack.md is not in the repository'],
    ['a.ts', '// see docs/stack.md', 'a.ts:1 docs/stack.md is not in the repository'],
    ['a.ts', '// see docs/decision', 'a.ts:1 docs/decision is not in the repository'],
    [
      'docs/product.md',
      'as ../house.md has it',
      'docs/product.md:1 ../house.md is not in the repository',
    ],
    [
      'a.ts',
      "resolve('../shared/paypal/openapi')",
      'a.ts:1 ../shared/paypal/openapi is not in the repository',
    ],
    [
      'README.md',
      'what lies in `../shared`, if any',
      'README.md:1 ../shared is not in the repository',
    ],
    [
      'README.md',
      'kept beside it in `shared/spec`',
      'README.md:1 shared/spec is not in the repository',
    ],
    ['a.ts', '// the console-spec says', 'a.ts:1 console-spec is not in the repository'],
    [
      'docs/guide/en-US/admin.md',
      '\n[Start](start.html)',
      'docs/guide/en-US/admin.md:2 the link to start.html leads nowhere',
    ],
  ])('%s: %s fails', (file, text, fault) => expect(faultsIn(file, text)).toEqual([fault]))
})

describe('decisions', () => {
  test.each(['decision 9', 'Decision 0009.', 'decisions 9 and 10', 'a decision of 7 people'])(
    '%s is allowed',
    (text) => {
      expect(faultsIn('a.ts', `// ${text}`)).toEqual([])
    },
  )

  test.each([
    ['// see decision 11', 'a.ts:1 decision 11 does not exist'],
    ['// decisions 9, 10 and 12', 'a.ts:1 decision 12 does not exist'],
    ['/**\n * See decision\n * 0011.\n */', 'a.ts:2 decision 0011 does not exist'],
  ])('%s fails', (text, fault) => expect(faultsIn('a.ts', text)).toEqual([fault]))
})

describe('code that documents name', () => {
  test.each([
    'the tags (`shared/bill/BillTags.tsx`), or `BillTags.tsx`',
    '`apps/console/src/shared/bill/BillTags.tsx` and `console/shared/bill/BillTags.tsx`',
    'of each feature `routes/<feature>.ts` and `*.test.ts`; the Node.ts of others',
  ])('%s is allowed', (text) => expect(faultsIn('docs/architecture.md', text)).toEqual([]))

  test.each([
    [
      'docs/architecture.md',
      'the tags (`bill/Tags.tsx`)',
      'docs/architecture.md:1 bill/Tags.tsx is not in the repository',
    ],
    [
      'CONTRIBUTING.md',
      '\nrun `node scripts/tags.ts --all`',
      'CONTRIBUTING.md:2 scripts/tags.ts is not in the repository',
    ],
    [
      'docs/decisions/0009-idempotency.md',
      '`Tags.tsx`',
      'docs/decisions/0009-idempotency.md:1 Tags.tsx is not in the repository',
    ],
    [
      'docs/operations.md',
      '`Bill`, `illTags.tsx`',
      'docs/operations.md:1 illTags.tsx is not in the repository',
    ],
  ])('%s: %s fails', (file, text, fault) => expect(faultsIn(file, text)).toEqual([fault]))
})
