import { expect, test } from 'vitest'
import { covered, coveringCombinations, randomCombinations } from './coverage.ts'

const positions = {
  a: ['x', 'y', 'z'],
  b: [true, false],
  c: [404, 400],
  d: ['only', 'other'],
  e: ['1', '2', '3', '4'],
}

test.each([2, 3])(
  'every choice of %i positions occurs, in far fewer combinations than there are',
  (strength) => {
    const list = coveringCombinations(positions, strength)
    const { all, covered: found } = covered(positions, strength, list)
    expect(found).toBe(all)
    expect(list.length).toBeLessThan(strength === 2 ? 16 : 48)
    expect(coveringCombinations(positions, strength)).toEqual(list)
  },
)

test('a seed gives the same combinations again, each with a position of every switch', () => {
  const list = randomCombinations(positions, 20, 7)
  expect(randomCombinations(positions, 20, 7)).toEqual(list)
  for (const one of list) expect(Object.keys(one)).toEqual(Object.keys(positions))
  expect(covered(positions, 2, []).covered).toBe(0)
})
