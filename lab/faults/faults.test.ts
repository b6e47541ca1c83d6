import { expect, test } from 'vitest'
import { areas, type Fault } from './fault.ts'
import { choose, planted, readFaults, whyInvalid } from './faults.ts'

const faults = await readFaults()

test('every fault of the list can still be planted: its text stands once in its file, and its tests are there', () => {
  expect(faults.flatMap((fault) => whyInvalid(fault)?.replace(/^/, `${fault.id}: `) ?? [])).toEqual(
    [],
  )
})

test('has unique fault ids and a fault in each area', () => {
  const ids = faults.map(({ id }) => id)
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
  expect(faults.length).toBeGreaterThanOrEqual(200)
  for (const area of areas)
    expect(faults.filter((fault) => fault.area === area).length, area).toBeGreaterThan(0)
})

const fault: Fault = {
  id: 'one',
  area: 'money',
  file: 'lab/faults/faults.test.ts',
  from: 'stands here ' + 'once',
  to: 'somewhere else',
  tests: ['lab/faults/faults.test.ts'],
}
// This line is what the fault above looks for: it stands here once.

test.each<[string, Partial<Fault>, string | undefined]>([
  ['can be planted', {}, undefined],
  [
    'is of a file that is not there',
    { file: 'scripts/nowhere.ts' },
    'scripts/nowhere.ts is not there',
  ],
  ['stands nowhere', { from: 'stands here ' + 'never' }, 'its text stands 0 times'],
  ['stands twice', { from: 'test.each<[string, Partial' }, 'its text stands 2 times'],
  ['changes nothing', { to: 'stands here ' + 'once' }, 'it changes nothing'],
  ['names no tests', { tests: [] }, 'it names no tests'],
  [
    'names tests that are not there',
    { tests: ['scripts/nowhere.test.ts'] },
    'scripts/nowhere.test.ts is not there',
  ],
  [
    'is no TypeScript',
    { from: 'const faults = await read' + 'Faults()', to: 'const faults = (' },
    'it cannot be parsed',
  ],
  [
    'is in a migration, which later ones may change',
    { file: 'db/migrations/0015_pending_proof.sql', from: 'pending_minor bigint' },
    'SQL is planted in',
  ],
])('a fault that %s', (_, values, why) => {
  const found = whyInvalid({ ...fault, ...values })
  if (why === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(why)
})

test('a fault in the schema is a statement, and a replacement is taken as it stands', () => {
  expect(planted({ ...fault, file: 'db/schema.sql', to: 'drop table x' }, 'table x (')).toBe(
    'drop table x',
  )
  expect(planted({ ...fault, from: 'b', to: '$&$1' }, 'abc')).toBe('a$&$1c')
})

const named = (n: number): Fault => ({ ...fault, id: `fault-${n}`, area: n % 2 ? 'fee' : 'money' })
const many = Array.from({ length: 23 }, (_, n) => named(n))
const nothing = { words: [], areas: [], ids: [], some: undefined, seed: 0 }
const ids = (chosen: Fault[]) => chosen.map(({ id }) => id)

test('faults are chosen by area, by id and by words', () => {
  expect(choose(many, nothing)).toHaveLength(23)
  expect(choose(many, { ...nothing, areas: ['fee'] })).toHaveLength(11)
  expect(ids(choose(many, { ...nothing, ids: ['fault-3', 'fault-4'] }))).toEqual([
    'fault-3',
    'fault-4',
  ])
  expect(ids(choose(many, { ...nothing, words: ['fee', 'fault-1'] }))).toEqual([
    'fault-1',
    'fault-11',
    'fault-13',
    'fault-15',
    'fault-17',
    'fault-19',
  ])
})

test('some of the list are the same for the same number, and following numbers go round all of it', () => {
  const some = (seed: number) => ids(choose(many, { ...nothing, some: 5, seed }))
  expect(some(7)).toEqual(some(7))
  expect(some(7)).toHaveLength(5)
  expect(new Set([7, 8, 9, 10, 11].flatMap(some)).size).toBe(23)
})
