import { expect, test } from 'vitest'
import { featureImports, findCycle } from './cycles.ts'

const api = 'apps/api/src'

test('a cycle is named', () => {
  const edge = (from: string, to: string) => ({ from, to })
  expect(findCycle([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual(['b', 'c', 'b'])
  expect(findCycle([edge('a', 'b'), edge('a', 'c'), edge('b', 'c')])).toBeUndefined()
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
