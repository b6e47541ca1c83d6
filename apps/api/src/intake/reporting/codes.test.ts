// @module-tag slow

import { unwrap } from '@paydesk/paypal/outcome'
import { expect, test } from 'vitest'
import { verifyLedger } from '../../money/ledger/verify.ts'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'
import { partsOf } from './open.ts'

const sim = await accountSim()
const t = testApp({ environment: () => sim.environment })

/**
 * Every group of PayPal's codes with every number that it has used in one of them, and some that it
 * has not (paypal §6.4).
 */
const codes = Array.from({ length: 23 }, (_, group) =>
  Array.from(
    { length: 18 },
    (_, n) => `T${String(group).padStart(2, '0')}${String(n).padStart(2, '0')}`,
  ),
).flat()
const mayMoveEarly = (code: string) => /^T(03|04|06|07|20)/.test(code) || code === 'T1107'

test.each(['S', 'V', 'D', 'P'])(
  'the rows of every code with status %s add up to PayPal’s balance, available and withheld, whichever way the money goes',
  async (status) => {
    const w = await moneyWorld(t, sim)
    const acts = codes.flatMap((eventCode, n) =>
      [1, -1]
        // Whether pending withdrawals and refunds have moved has tests of its own (sync, opening).
        .filter((sign) => status !== 'P' || sign > 0 || !mayMoveEarly(eventCode))
        .map((sign) => ({
          lever: 'addRow',
          accountId: w.app.accountId,
          eventCode,
          status,
          amountMinor: sign * (1000 + 7 * n + (sign > 0 ? 3 : 0)),
          feeMinor:
            n % 3 === 0 && !/^T(01|02|15|21)|^T11(05|08|09|10|11)/.test(eventCode) ? -(n + 1) : 0,
        })),
    )
    await sim.act('inOrder', { acts })
    await w.settle()
    await w.sync()
    expect(await w.query(`select count(*) from paypal_transaction`)).toEqual([
      { count: acts.length },
    ])
    expect((await w.proofs()).map(({ difference }) => difference)).toEqual([0])
    const [told] = unwrap(await w.paypal.reporting.balances()).balances.map(partsOf)
    const books = await w.query<{ book: string; minor: number }>(
      `select book, balance_minor as minor
       from ledger_balance
       where book in ('balance', 'withheld')`,
    )
    const of = (name: string) => books.find(({ book }) => book === name)?.minor ?? 0
    expect({ available: of('balance'), withheld: of('withheld') }).toEqual({
      available: told?.available,
      withheld: told?.withheld,
    })
    expect(told?.total !== 0).toBe(status === 'S' || status === 'V')
    expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
  },
  60_000,
)
