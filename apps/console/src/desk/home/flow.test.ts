import type { Flow } from '@paydesk/contract/money/transaction'
import { expect, test } from 'vitest'
import { flowLines } from './flow.ts'

const flow = (kinds: Flow['kinds'], feeMinor: number): Flow => {
  const gross = (fits: (kind: string) => boolean) =>
    kinds.filter((one) => fits(one.class)).reduce((sum, one) => sum + one.grossMinor, 0)
  const withdrawnMinor = gross((kind) => kind === 'transfer')
  const availableMinor = feeMinor + gross((kind) => kind !== 'transfer')
  return {
    currency: 'USD',
    kinds,
    feeMinor,
    availableMinor,
    withdrawnMinor,
    changeMinor: availableMinor + withdrawnMinor,
  }
}

test('each bar begins where the one above it ended, and the sums are those of the lines above them', () => {
  const lines = flowLines(
    flow(
      [
        { class: 'payment', count: 3, grossMinor: 1000 },
        { class: 'refund', count: 1, grossMinor: -200 },
        { class: 'transfer', count: 1, grossMinor: -500 },
        { class: 'hold', count: 1, grossMinor: -100 },
      ],
      -50,
    ),
  )
  expect(lines.map(({ name, amountMinor, from, to }) => [name, amountMinor, from, to])).toEqual([
    ['payment', 1000, 0, 1],
    ['fees', -50, 0.95, 1],
    ['refund', -200, 0.75, 0.95],
    ['hold', -100, 0.65, 0.75],
    ['available', 650, 0, 0.65],
    ['transfer', -500, 0.15, 0.65],
    ['change', 150, 0, 0.15],
  ])
})

test('a month in which more went out than came in begins left of nothing; without a withdrawal the last sum is what is available', () => {
  const lines = flowLines(flow([{ class: 'refund', count: 1, grossMinor: -300 }], 0))
  expect(lines.map(({ name, from, to }) => [name, from, to])).toEqual([
    ['payment', 1, 1],
    ['refund', 0, 1],
    ['available', 0, 1],
  ])
})
