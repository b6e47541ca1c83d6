import fc from 'fast-check'
import { checkAll } from './invariants.ts'
import { lookAtEvents, readAccount, runJobs, settle } from './settle.ts'
import { step } from './step.ts'
import type { World } from './world.ts'

const loseAnswer = step(
  'nextCall',
  fc.record({
    kind: fc.constantFrom('dropAfter', 'dropBefore', 'errorAfter', 'errorBefore', 'htmlAfter'),
    // Never the token's: after a lost one the client rests for five real seconds.
    operation: fc.constantFrom(
      'invoices.create',
      'invoices.send',
      'invoices.update',
      'invoices.cancel',
      'invoices.payments',
      'invoices.get',
      'invoices.search-invoices',
      'captures.refund',
      'captures.refund',
      'refunds.get',
      'search.get',
      'balances.get',
      'disputes.list',
    ),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  async (w, fault) => w.act('addFault', fault),
)

const kill = step('kill', fc.constantFrom('job' as const, 'reading' as const), async (w, what) => {
  w.killNext = what
})

const work = step(
  'work',
  fc.constantFrom('jobs' as const, 'events' as const, 'reading' as const),
  async (w, what) => {
    if (what === 'jobs') await runJobs(w)
    else if (what === 'events') await lookAtEvents(w)
    else await readAccount(w)
  },
)

const hourMs = 3_600_000
const hours = step('hours', fc.integer({ min: 1, max: 23 }), (w, n) => w.wait(n * hourMs))
const days = step('days', fc.integer({ min: 1, max: 6 }), (w, n) => w.wait(n * 24 * hourMs))

/**
 * Shortly before the end of the month, in the company's calendar or in PayPal's, so that the next
 * steps lie on both sides of it.
 */
const monthEnd = step('monthEnd', fc.constantFrom(0, 8), async (w: World, ahead) => {
  const now = new Date(w.sim.world.clock.now())
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - ahead * hourMs
  await w.wait(end - 30_000 - now.getTime())
})

const settleAndCheck = step(
  'settle',
  fc.constant({}),
  async (w) => {
    await settle(w)
    await checkAll(w)
  },
  (w) => w.canSettle(),
)

export const failureSteps = [
  loseAnswer,
  loseAnswer,
  kill,
  work,
  work,
  hours,
  hours,
  days,
  monthEnd,
  settleAndCheck,
  settleAndCheck,
]
