import { expect, test } from 'vitest'
import { describe as told, withMutant } from './mutant.ts'
import { mutantsOf } from './typescript.ts'

const of = (text: string) =>
  mutantsOf('x.ts', text).map((mutant) => `${mutant.operator}: ${told(mutant)}`)

test.each<[string, string, string[]]>([
  ['a boundary', 'f(a < b)', ['boundary: < → <=', 'comparison: < → >=']],
  ['an equality', 'x = a === b', ['comparison: === → !==']],
  ['both operands', 'x = a && b', ['operand: a && b → a', 'operand: a && b → b']],
  ['a fallback', 'x = a ?? b', ['fallback: a ?? b → a']],
  ['an optional member', 'x = a?.b', ['fallback: ?. → .']],
  ['an optional call', 'x = a?.()', ['fallback: ?. → (removed)']],
  ['a guard', 'function f() { if (a) return 1 }', ['guard: if (a) return 1 → ;']],
  ['a condition with an else', 'if (a) { } else { }', ['negation: a → !(a)']],
  ['a negation', 'x = !a', ['negation: !a → a']],
  ['a condition of two values', 'x = a ? b : c', ['negation: a → !(a)']],
  ['arithmetic', 'x = a * 2', ['arithmetic: * → /', 'constant: 2 → 3']],
  ['a sign', 'x = -a', ['arithmetic: -a → a']],
  ['an assignment that adds', 'x += a', ['arithmetic: += → -=']],
  ['a truth', 'x = true', ['constant: true → false']],
  ['a constant of the module', 'const most = 50', ['constant: 50 → (10 * 50)']],
  [
    'a list of texts',
    `const all = ['a', 'b']`,
    [`element: 'a', → (removed)`, `element: , 'b' → (removed)`],
  ],
  ['what is spread', 'x = { ...a }', ['element: a → {}']],
  ['a filter', 'x = a.filter(f)', ['call: a.filter(f) → a']],
  ['a choice of the larger', 'x = Math.max(a, b)', ['call: max → min']],
  ['a boundary that Kysely is told', `x = q.on('a', '<', b)`, [`boundary: '<' → '<='`]],
])('changes %s', (_, text, expected) => {
  const whole = `statement: ${text} → ;`
  expect(of(text).filter((change) => change !== whole)).toEqual(expected)
})

test('leaves out a statement', () => {
  expect(of('await lock(db)')).toEqual(['statement: await lock(db) → ;'])
})

test.each([
  ['a type', 'type A = { a: true; b: 1 } | (2 extends 3 ? 4 : 5)'],
  ['text that is joined', 'const x = a + "b" + c'],
  ['an element that only the compiler doubts', 'const x = list[0] ?? y'],
  ['an import', `import { a } from './a.ts'`],
  ['a log line', 'log.info(a > b)'],
  ['a boundary at emptiness', 'const x = list.length > 0'],
])('has nothing to leave out or move in %s', (_, text) => {
  const found = of(text).filter((change) => /statement|boundary|arithmetic|fallback/.test(change))
  expect(
    found.filter((change) => !change.startsWith('boundary: > → >=') || /length/.test(text)),
  ).toEqual([])
})

test('finds SQL in a template where it stands in the file', () => {
  const text = `const q = sql<A>\`select \${a} from b where c >= \${d} and e = 1\``
  const mutants = mutantsOf('x.ts', text)
  expect(mutants.map((mutant) => withMutant(text, mutant))).toContain(
    `const q = sql<A>\`select \${a} from b where true and e = 1\``,
  )
  expect(mutants.map((mutant) => withMutant(text, mutant))).toContain(
    `const q = sql<A>\`select \${a} from b where c > \${d} and e = 1\``,
  )
})

test('keeps what stands in the template when a fallback goes', () => {
  const text = `const q = sql\`select coalesce(\${a}, 0)\``
  const [mutant] = mutantsOf('x.ts', text)
  expect(mutant && withMutant(text, mutant)).toBe(`const q = sql\`select (\${a})\``)
})

test('says where the code runs that a mutant changes', () => {
  const text = 'const most = 5\nfunction f() {\n  if (a > b) return 1\n}'
  const [constant, boundary] = mutantsOf('x.ts', text).filter(({ operator }) =>
    ['constant', 'boundary'].includes(operator),
  )
  expect(constant?.site.atLoad).toBe(true)
  expect(boundary).toMatchObject({ line: 3, site: { kind: 'statement', atLoad: false } })
})
