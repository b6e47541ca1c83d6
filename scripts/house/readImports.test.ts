import { expect, test } from 'vitest'
import { loadsByName } from './floors.ts'
import { readImports } from './readImports.ts'

const folder = 'apps/api/src/billing/bill'
const read = (text: string) => readImports(`${folder}/x.ts`, text)

test.each([
  [`import a from './a.ts'`],
  [`import './a.ts'`],
  [`import type { A } from './a.ts'`],
  [`export { a } from './a.ts'`],
  [`export {} from './a.ts'`],
  [`export * from './a.ts'`],
  [`export type * as a from './a.ts'`],
  [`type A = import('./a.ts').A`],
  [`let a: typeof import('./a.ts')`],
])('%s is seen, types among them', (text) => {
  const to = { from: `${folder}/x.ts`, to: `${folder}/a.ts` }
  expect(read(text)).toEqual({ all: [to], static: [to], refused: [] })
})

test.each([
  [`const a = () => import('./a.ts')`],
  ['const a = () => import(`./a.ts`)'],
  [`new Worker(new URL('./a.ts', import.meta.url))`],
])('%s is seen, and loads later', (text) => {
  expect(read(text)).toEqual({
    all: [{ from: `${folder}/x.ts`, to: `${folder}/a.ts` }],
    static: [],
    refused: [],
  })
})

test('our packages are files of ours', () => {
  const { all } = read(
    `import { bill } from '@paydesk/contract/billing/bill'\nimport { sql } from 'kysely'`,
  )
  expect(all.map(({ to }) => to)).toEqual(['packages/contract/src/billing/bill.ts', 'kysely'])
})

test.each([
  [`import a = require('./a.ts')`, 'import x = require()'],
  [`const a = require('./a.ts')`, 'require()'],
  ['const a = import(name)', 'an import() of what is not a plain text'],
  [`const a = import(\`./\${name}.ts\`)`, 'an import() of what is not a plain text'],
  [`const a = import.meta.glob('../*/*.ts')`, 'import.meta.glob()'],
])('%s is refused', (text, form) => {
  expect(read(text).refused).toEqual([
    `${folder}/x.ts: ${form} is not used: the checks of the house cannot follow it`,
  ])
  expect(readImports(`${folder}/x.test.ts`, text).refused).toEqual([])
})

test.each(loadsByName)('%s may load by a name', (file) =>
  expect(readImports(file, 'const a = import(name)').refused).toEqual([]),
)
