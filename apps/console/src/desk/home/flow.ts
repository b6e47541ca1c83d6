import type { Flow } from '@paydesk/contract/money/transaction'
import type { TransactionClass } from '@paydesk/contract/money/transactionCode'

/** A kind of PayPal's rows, the fees that rows bear, or a sum of what stands above it. */
export type FlowName = TransactionClass | 'fees' | 'available' | 'change'
/** `from` and `to`: where the bar begins and ends, as parts of the whole width. */
export type FlowLine = {
  name: FlowName
  amountMinor: number
  isSum: boolean
  from: number
  to: number
}

/** What becomes available, in the order in which people think of it. */
const before: readonly TransactionClass[] = [
  'fee',
  'refund',
  'reversal',
  'chargeback',
  'hold',
  'conversion',
  'paymentSent',
  'adjustment',
  'other',
]

/**
 * The lines of the picture: each begins where the one above it ended, and sums begin at nothing. A
 * kind that did not move is left out.
 */
export function flowLines({
  kinds,
  feeMinor,
  availableMinor,
  withdrawnMinor,
  changeMinor,
}: Flow): FlowLine[] {
  const grossOf = (kind: TransactionClass) =>
    kinds.find((one) => one.class === kind)?.grossMinor ?? 0
  const moved: [FlowName, number][] = [
    ['payment', grossOf('payment')],
    ['fees', feeMinor],
    ...before.map((kind) => [kind, grossOf(kind)] as [FlowName, number]),
  ]
  let level = 0
  const place = ([name, amountMinor]: [FlowName, number]) => {
    const from = level
    level += amountMinor
    return { name, amountMinor, isSum: false, from, to: level }
  }
  const sum = (name: FlowName, amountMinor: number) => ({
    name,
    amountMinor,
    isSum: true,
    from: 0,
    to: amountMinor,
  })
  const lines = [
    ...moved.filter(([name, amountMinor]) => amountMinor !== 0 || name === 'payment').map(place),
    sum('available', availableMinor),
    ...(withdrawnMinor === 0
      ? []
      : [place(['transfer', withdrawnMinor]), sum('change', changeMinor)]),
  ]
  const least = Math.min(0, ...lines.flatMap(({ from, to }) => [from, to]))
  const span = Math.max(0, ...lines.flatMap(({ from, to }) => [from, to])) - least || 1
  return lines.map((line) => ({
    ...line,
    from: (Math.min(line.from, line.to) - least) / span,
    to: (Math.max(line.from, line.to) - least) / span,
  }))
}
