import { CallFailed } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import { z } from 'zod'
import { inCompany } from '../../lib/db.ts'
import { type JobKind, job, jobWithWait } from '../../lib/job.ts'
import { retireAccount } from './change.ts'
import { judge, lookAt, writeObservation } from './health.ts'
import { clientOf } from './paypalAccount.ts'
import { removeWebhook, webhookUrl } from './webhook.ts'

const OfAccount = z.object({ companyId: z.uuid(), accountId: z.uuid() })
/**
 * Each process looks at eight accounts at a time, so that an account that answers slowly, or not at
 * all, keeps none of the others waiting.
 */
const lookAtAccount = {
  name: 'paypalAccount.look',
  data: OfAccount,
  concurrency: 8,
} satisfies JobKind

export const paypalAccountJobs = [
  /** Queues a look at every account in use, each in a job of its own. */
  job(
    { name: 'paypalAccount.lookAtAll', data: z.object({}), cron: '*/5 * * * *' },
    async ({ db, jobs }) => {
      const { rows } = await sql<
        z.infer<typeof OfAccount>
      >`select * from paypal_accounts_in_use()`.execute(db)
      for (const account of rows) await jobs.enqueue(db, lookAtAccount, account)
    },
  ),

  jobWithWait(
    lookAtAccount,
    // A failed look is not tried again: the next look is five minutes away, and a missing key
    // would fill the queue.
    ({ data, pool, outside, log }) =>
      lookAt({ pool, outside }, data, 'schedule').catch((error: unknown) => {
        log.error({ err: error, accountId: data.accountId }, 'the account could not be looked at')
        return undefined
      }),
    async ({ db, data, prepared }) => {
      if (!prepared) return
      await judge(db, data, await writeObservation(db, data, prepared), 'schedule')
    },
  ),

  /**
   * After archiving, PayPal's webhook is removed, and so is the secret, which nothing needs any
   * more.
   */
  jobWithWait(
    retireAccount,
    async ({ data, pool, outside }) => {
      const paypal = await inCompany(pool, data.companyId, async (db) => {
        const account = await db
          .selectFrom('paypalAccount')
          .select('secretSealed')
          .where('companyId', '=', data.companyId)
          .where('id', '=', data.accountId)
          .executeTakeFirstOrThrow()
        return account.secretSealed ? clientOf(db, outside, data) : undefined
      })
      const left =
        paypal && (await removeWebhook(paypal, webhookUrl(outside.publicUrl, data.accountId)))
      if (left) throw new CallFailed(left)
    },
    async ({ db, data }) => {
      await db
        .updateTable('paypalAccount')
        .set({ secretSealed: null, webhookId: null, lookupId: null })
        .where('companyId', '=', data.companyId)
        .where('id', '=', data.accountId)
        .execute()
    },
  ),
]
