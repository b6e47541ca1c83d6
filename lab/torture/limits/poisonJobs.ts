/**
 * Jobs that a fault of ours might make one day. The real worker runs them when this file is
 * loaded before it (`--import`), and the queues are made with the others when it is loaded
 * before the migration.
 */
import { setImmediate as immediately } from 'node:timers/promises'
import { z } from 'zod'
import { allJobs } from '../../../apps/api/src/jobs.ts'
import { job } from '../../../apps/api/src/lib/job.ts'

const poisonOf = (name: string, run: () => Promise<void>) =>
  job({ name: `poison.${name}`, data: z.object({}) }, run)

export const poisonJobs = [
  poisonOf('throws', async () => {
    throw new Error('This job always fails')
  }),
  poisonOf('waits', () => new Promise(() => {})),
  poisonOf('grows', async () => {
    const kept: number[][] = []
    // It reads piece by piece, like a job that reads more rows than it can hold.
    for (;;) {
      kept.push(Array.from({ length: 300_000 }, (_, index) => index + kept.length))
      await immediately()
    }
  }),
  poisonOf('spins', async () => {
    for (;;);
  }),
]
allJobs.push(...poisonJobs)
