import { expect, test } from 'vitest'
import { featureImports, findCycle } from './cycles.ts'
import { readImports } from './readImports.ts'

const api = 'apps/api/src'

test('a cycle is named', () => {
  const edge = (from: string, to: string) => ({ from, to })
  expect(findCycle([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual(['b', 'c', 'b'])
  expect(findCycle([edge('a', 'b'), edge('a', 'c'), edge('b', 'c')])).toBeUndefined()
})

test('a cycle is found where one file only loads the other later', () => {
  const read = [
    ['lab/bench/lazy.ts', `const b = () => import('./eager.ts')`],
    ['lab/bench/eager.ts', `const c = new URL('./later.ts', import.meta.url)`],
    ['lab/bench/later.ts', `import type { Lazy } from './lazy.ts'`],
  ] as const
  const imports = read.flatMap(([file, text]) => readImports(file, text).all)
  expect(findCycle(imports)).toEqual([
    'lab/bench/lazy.ts',
    'lab/bench/eager.ts',
    'lab/bench/later.ts',
    'lab/bench/lazy.ts',
  ])
})

test('a cycle of features is found where no file is in a circle', () => {
  const imports = [
    { from: `${api}/people/session/routes.ts`, to: `${api}/people/user/user.ts` },
    { from: `${api}/people/user/change.ts`, to: `${api}/people/session/session.ts` },
  ]
  expect(findCycle(imports)).toBeUndefined()
  expect(findCycle(featureImports(imports))).toEqual([
    'apps/api/people/session',
    'apps/api/people/user',
    'apps/api/people/session',
  ])
})
