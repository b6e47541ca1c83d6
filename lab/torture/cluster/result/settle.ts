import { setTimeout as sleep } from 'node:timers/promises'
import { verifyLedger } from '../../../../apps/api/src/money/ledger/verify.ts'
import { verifyAudit } from '../../../../apps/api/src/office/audit/verify.ts'
import { compare, figuresOf, unsettled } from '../../../truth/bills.ts'
import type { Stage } from '../stage.ts'
import { connectionsOf, listenersAtServer } from './connections.ts'
import { eventsLost, findDoubled, findLost, jobsLeft, repeatedKeys } from './truth.ts'

const tellEveryMs = 20_000
const connectionsWithinMs = 60_000
/** More than the pools of a process allow together. */
const mostConnections = 30

export type Settled = Awaited<ReturnType<typeof settle>>

/**
 * Waits until the product has come to an end with everything, then looks for what should be there
 * and what should not.
 */
export async function settle(stage: Stage, withinMs: number, say: (text: string) => void) {
  const { owner, ownerUrl, sim, companyId, product, door, book, load } = stage
  const beganAt = Date.now()
  const look = async () => {
    const [differing, open, jobs] = await Promise.all([
      compare(owner, sim, companyId),
      unsettled(owner, companyId),
      jobsLeft(owner),
    ])
    return { differing, open, jobs, rest: differing.length + open.total + jobs.operations }
  }
  let left = await look()
  for (let toldAt = 0; left.rest > 0 && Date.now() - beganAt < withinMs; left = await look()) {
    if (Date.now() - toldAt > tellEveryMs) {
      say(
        `${left.differing.length} differ, ${JSON.stringify(left.open)}, ${left.jobs.operations} jobs`,
      )
      toldAt = Date.now()
    }
    await sleep(2000)
  }
  const settledSeconds = Math.round((Date.now() - beganAt) / 1000)
  const connections = await calmConnections(stage)
  const place = { owner, sim, companyId }
  const [ledger, audit] = [await verifyLedger(ownerUrl), await verifyAudit(ownerUrl)]
  const lists = {
    lost: await findLost(place, load.people.promises),
    doubled: await findDoubled(place),
    differing: left.differing,
    eventsLost: await eventsLost(place),
    ledgerFaults: ledger.faults.map((fault) => JSON.stringify(fault)),
    auditFaults: audit.faults.map((fault) => JSON.stringify(fault)),
  }
  for (const [name, list] of Object.entries(lists))
    for (const line of list.slice(0, 8)) console.log(`${name}: ${line}`.slice(0, 400))
  return {
    settledSeconds,
    lists,
    stuck: left.open.total + left.jobs.operations,
    open: left.open,
    jobs: left.jobs,
    connections,
    listeners: await listenersAtServer(owner),
    keys: await repeatedKeys(owner, book),
    figures: await figuresOf(owner, sim, companyId),
    ended: product.ended,
    deviations: await sim.deviations(),
    commitsCut: door.commitsCut,
  }
}

/** A pool leaves its dead connections when it next uses them, so they are given a minute. */
async function calmConnections({ product, door }: Stage) {
  for (const deadline = Date.now() + connectionsWithinMs; ; await sleep(1000)) {
    const now = connectionsOf(product, door)
    if (
      now.every(
        ({ all, dead, listening }) => all <= mostConnections && dead === 0 && listening === 1,
      )
    )
      return { asTheyShould: true, now }
    if (Date.now() > deadline) return { asTheyShould: false, now }
  }
}
