import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { faultsOf, indexFaults, indexLine, readDecision } from './decisions.ts'

const folder = new URL('../../docs/decisions/', import.meta.url)
const read = (file: string) => readFileSync(new URL(`${file}.md`, folder), 'utf8')

describe('docs/decisions', () => {
  const files = readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .map((file) => file.replace(/\.md$/, ''))
  const decisions = files.map((file) => readDecision(file, read(file)))
  const numbers = new Set(decisions.map(({ number }) => number))

  test('has many records, each with a number of its own', () => {
    expect(files.length).toBeGreaterThan(35)
    expect(numbers.size).toBe(files.length)
  })

  test('has records of one form', () => {
    expect(
      decisions.flatMap((decision) => faultsOf(decision, read(decision.file), numbers)),
    ).toEqual([])
  })

  test('has an index that names every record with its title and status', () => {
    expect(indexFaults(read('README'), decisions)).toEqual([])
  })
})

const good =
  '# 0003 Tables are shaped for size\n\n**Amended by** 0012: lists.\n\n**Decided.** So.\n\n**Why.** Because.\n'
const numbers = new Set(['0003', '0012'])
const faultsIn = (file: string, text: string) => faultsOf(readDecision(file, text), text, numbers)

test('a record of the right form has no fault', () =>
  expect(faultsIn('0003-tables-for-size', good)).toEqual([]))

test.each([
  ['a name without words', '0003', good, 'the file is not named NNNN-words'],
  [
    'a number that is not the file’s',
    '0012-tables',
    good.replace('0012:', '0013:'),
    'the first line is not "# 0012 A plain sentence"',
  ],
  [
    'a short number',
    '0003-tables-for-size',
    good.replace('# 0003', '# 3.'),
    'the first line is not "# 0003 A plain sentence"',
  ],
  [
    'a title that ends with a full stop',
    '0003-tables-for-size',
    good.replace('size', 'size.'),
    'the first line is not "# 0003 A plain sentence"',
  ],
  [
    'another section',
    '0003-tables-for-size',
    `${good}\n**Instead of.** That.\n`,
    'the sections are not Decided, Why, Considered, Costs, in this order',
  ],
  [
    'another order',
    '0003-tables-for-size',
    `${good}\n**Costs.** A.\n\n**Considered.** B.\n`,
    'the sections are not Decided, Why, Considered, Costs',
  ],
  [
    'no reason',
    '0003-tables-for-size',
    good.replace('**Why.**', 'For'),
    'it does not say what was decided and why',
  ],
  [
    'a successor that does not exist',
    '0003-tables-for-size',
    good.replace('0012', '0099'),
    '0099 is no later record',
  ],
  [
    'a successor that came before',
    '0012-words',
    good.replace('# 0003', '# 0012').replace('0012:', '0003:'),
    '0003 is no later record',
  ],
])('%s is a fault', (_, file, text, fault) => {
  expect(faultsIn(file, text).join('\n')).toContain(fault)
})

describe('the index', () => {
  const amended = readDecision('0003-tables-for-size', good)
  const superseded = readDecision('0004-locks', good.replace('Amended', 'Superseded'))
  const current = readDecision('0012-words', '# 0012 Words have a table\n')

  test('tells what is in force, amended or superseded', () => {
    expect(indexLine(amended)).toBe(
      '| [0003](0003-tables-for-size.md) | Tables are shaped for size | amended by 0012 |',
    )
    expect([superseded.status, current.status]).toEqual(['superseded by 0012', 'in force'])
  })

  test('fails for a record that it lacks, for another title and for a line without a record', () => {
    expect(indexFaults(indexLine(amended), [amended])).toEqual([])
    expect(indexFaults('', [amended])).toEqual([`the index lacks: ${indexLine(amended)}`])
    expect(indexFaults(indexLine(amended).replace('size', 'rows'), [amended])).toHaveLength(2)
    expect(indexFaults(`${indexLine(amended)}\n${indexLine(current)}`, [amended])).toEqual([
      `no record says: ${indexLine(current)}`,
    ])
  })
})
