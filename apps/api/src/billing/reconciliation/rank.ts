import type { Candidate, candidateReasons } from '@paydesk/contract/billing/reconciliation'
import type { Id } from '@paydesk/contract/lib/id'

export type Reason = (typeof candidateReasons)[number]
/** The parts of a transaction that are compared. `texts`: whatever the payer or PayPal wrote. */
export type Wanted = {
  amountMinor: number
  payerName: string
  texts: string
  occurredAt: string
  customerIds: Id<'customer'>[]
  nearBasisPoints: number
}
/** `amountsMinor`: the amounts that would fit, such as what is due. */
export type Offer = {
  number: string
  customerId: Id<'customer'>
  customerName: string
  amountsMinor: number[]
  since: string
}

const dayMs = 86_400_000
/**
 * A number names the bill outright. An address and the exact amount each nearly do. A name, a near
 * amount and the time only help to choose.
 */
const weights = {
  number: 45,
  email: 25,
  amount: 25,
  nearAmount: 10,
  name: 15,
  time: 5,
} satisfies Record<Reason, number>

export function rankOf(wanted: Wanted, offer: Offer): { rank: number; reasons: Reason[] } {
  const apart = Math.abs(Date.parse(wanted.occurredAt) - Date.parse(offer.since)) / dayMs
  const near = (amount: number) =>
    Math.abs(amount - wanted.amountMinor) * 10_000 <= amount * wanted.nearBasisPoints
  const exact = offer.amountsMinor.includes(wanted.amountMinor)
  const holds: Record<Reason, boolean> = {
    number: numbersIn(wanted.texts).includes(offer.number.toUpperCase()),
    email: wanted.customerIds.includes(offer.customerId),
    name: similarity(wanted.payerName, offer.customerName) >= 0.5,
    amount: exact,
    nearAmount: !exact && offer.amountsMinor.some(near),
    time: apart <= 14,
  }
  const reasons = (Object.keys(holds) as Reason[]).filter((reason) => holds[reason])
  return {
    rank: Math.min(
      100,
      reasons.reduce((sum, reason) => sum + weights[reason], 0),
    ),
    reasons,
  }
}

/**
 * In words. Two bills of one customer may both be certain: each is, and so neither is
 * accepted without a look.
 */
export function certaintyOf(reasons: readonly Reason[]): Candidate['certainty'] {
  const has = (...wanted: Reason[]) => wanted.every((reason) => reasons.includes(reason))
  if (has('amount') && (has('number') || has('email'))) return 'certain'
  return has('number') || has('email', 'nearAmount') || has('name', 'amount')
    ? 'likely'
    : 'possible'
}

/** Words of a text that may be a bill's number, in capitals. People write "Re: CX-0001, thanks". */
export const numbersIn = (texts: string): string[] => [
  ...new Set(
    (
      texts
        .normalize('NFKC')
        .toUpperCase()
        .match(/[A-Z0-9]+(?:[._/-]+[A-Z0-9]+)*/g) ?? []
    )
      .filter((word) => /\d/.test(word) && word.length <= 25)
      .slice(0, 50),
  ),
]

/**
 * From 0 to 1: the share of common words, and of common pairs of characters in Chinese names. The
 * kind of company says nothing.
 */
export function similarity(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  const shared = [...a].filter((part) => b.has(part)).length
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size)
}

const kinds =
  /\b(ltd|llc|inc|co|corp|gmbh|ag|as|sa|srl|bv|pty|limited|company)\b|有限公司|有限责任公司|公司|株式会社/g
function partsOf(name: string): Set<string> {
  const plain = name.normalize('NFKC').toLowerCase().replace(kinds, ' ')
  const words = plain.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]{2,}/gu) ?? []
  const runs =
    plain.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu) ??
    []
  return new Set([
    ...words,
    ...runs.flatMap((run) =>
      Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
    ),
  ])
}
