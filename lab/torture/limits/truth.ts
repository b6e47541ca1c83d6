import { setTimeout as sleep } from 'node:timers/promises'
import { verifyLedger } from '../../../apps/api/src/money/ledger/verify.ts'
import { verifyAudit } from '../../../apps/api/src/office/audit/verify.ts'
import type { Stack } from '../../stack/openStack.ts'
import { compare, unsettled } from '../../truth/bills.ts'
import type { Work } from './work.ts'

/**
 * What must hold after every story, however bad it was: each acknowledged bill is there once and is
 * what PayPal's invoice says, nothing is left under way, ledger and audit chain verify, and the
 * simulator saw nothing that PayPal does not publish.
 */
export async function afterwards(stack: Stack, work: Work, drainSeconds: number) {
  const { owner, sim, companyId, ownerUrl } = stack
  const startedAt = Date.now()
  let open = await unsettled(owner, companyId)
  while (open.total > 0 && Date.now() - startedAt < drainSeconds * 1000) {
    await sleep(1000)
    open = await unsettled(owner, companyId)
  }
  const drainedSeconds = Math.round((Date.now() - startedAt) / 1000)
  const { rows } = await owner.query<{ number: string; status: string }>(
    `select number, status from bill where company_id = $1 and title = 'Torture limits'`,
    [companyId],
  )
  const ours = new Map(rows.map(({ number, status }) => [number, status]))
  const numbers = [...work.made.values()].map(({ number }) => number)
  const lost = numbers.filter((number) => !ours.has(number)).length
  const keysOfOneBill = numbers.length - new Set(numbers).size
  const unsent = work.sent.filter((number) =>
    ['draft', 'sending', undefined].includes(ours.get(number)),
  ).length
  // A bill whose sending was never acknowledged may be a draft, which PayPal knows nothing of.
  const differing = (await compare(owner, sim, companyId)).filter(
    (line) => !/: draft, no invoice$/.test(line),
  )
  const invoices = await sim.invoices(20_000)
  const twice = invoices.length - new Set(invoices.map(({ number }) => number)).size
  const ledger = (await verifyLedger(ownerUrl)).faults
  const audit = (await verifyAudit(ownerUrl)).faults
  const { rows: dead } = await owner.query<{ n: number }>(
    `select count(*)::int as n
     from pgboss.job
     where name = 'dead' and source_name not like 'poison.%'`,
  )
  const deviations = await sim.deviations()
  for (const line of [...differing, ...ledger, ...audit].slice(0, 8))
    console.log(JSON.stringify(line))
  const found = {
    acknowledged: numbers.length,
    made: rows.length,
    lost,
    doubled: keysOfOneBill + twice,
    unsent,
    differing: differing.length,
    open: open.total,
    drainedSeconds,
    ledgerFaults: ledger.length,
    auditFaults: audit.length,
    deadJobs: dead[0]?.n ?? 0,
    deviations,
  }
  const { acknowledged, made, drainedSeconds: _, ...bad } = found
  // Each of those who make bills may have been left without the answer to one call.
  return {
    found,
    holds:
      acknowledged > 0 &&
      made <= acknowledged + work.writers &&
      Object.values(bad).every((count) => count === 0),
  }
}
