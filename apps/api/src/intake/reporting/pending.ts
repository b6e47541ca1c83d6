import { backClasses } from '@paydesk/contract/money/transactionCode'
import { notAllowedMs } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import { inCompany } from '../../lib/db.ts'
import { literals } from '../../lib/literals.ts'
import { overlapMs, type Reading, writePage } from './reading.ts'
import { Run, ranLately } from './run.ts'
import { understand } from './understand.ts'
import { failOn, isNotAvailable, maxSpanMs, secondMs } from './window.ts'

/**
 * The most calls per run. Each kind of row has the same share of them, as far as it needs it, so
 * that a few pending payments do not wait behind thousands of refunds; within a kind the rows are
 * picked at random, so that each gets its turn.
 */
const perRun = 40
/** Counted in intervals of the sync: an eCheck takes days. */
const everyIntervals = 12

/** For how many days after we saw money go back its payment is asked about. */
const backDays = 3

/**
 * Asks by id for rows of before the overlap that can still change: pending ones (also in the
 * opening balance), payments whose money went back wholly, by refunds or otherwise, which PayPal
 * then calls reversed, and rows that were set aside, which a newer release may understand. If
 * PayPal's windows go by the first date (paypal §6.1 has sources for both), no later window would
 * ever show the change.
 */
export async function askPending(reading: Reading): Promise<void> {
  const { pool, paypal, lease, outside } = reading
  const { companyId, accountId, completeThrough } = lease
  if (!completeThrough) return
  const before = new Date(completeThrough.getTime() - overlapMs)
  const rows = await inCompany(pool, companyId, async (db) => {
    if (await ranLately(db, lease, 'pending', 0, outside.paypalSyncSeconds * everyIntervals))
      return []
    const { rows } = await sql<{ providerTransactionId: string; occurredAt: string }>`
      select provider_transaction_id, occurred_at from (
        select every.*, row_number() over (partition by kind order by random()) as place from (
          select 'pending' as kind, provider_transaction_id, occurred_at from paypal_transaction
          where company_id = ${companyId}
            and account_id = ${accountId}
            and status = 'P'
            and occurred_at < ${before}
          union
          select 'pending', provider_transaction_id, occurred_at
          from opening_row
          where company_id = ${companyId} and account_id = ${accountId} and pending
          union
          select 'back', p.provider_transaction_id, p.occurred_at from paypal_transaction r
          join paypal_transaction p on p.company_id = r.company_id
            and p.provider_transaction_id = r.reference_id
            and p.account_id = r.account_id
          where r.company_id = ${companyId}
            and r.account_id = ${accountId}
            and r.class in (${literals(backClasses)})
            and r.created_at > now() - make_interval(days => ${backDays})
            and p.class = 'payment'
            and p.status = 'S'
            and p.occurred_at < ${before}
            and p.gross_minor + (
              select sum(x.gross_minor)
              from paypal_transaction x
              where x.company_id = p.company_id
                and x.account_id = p.account_id
                and x.reference_id = p.provider_transaction_id
                and x.reference_id <> ''
                and x.class in (${literals(backClasses)})
                and x.status in ('S', 'V')
            ) <= 0
          union
          select 'aside', provider_transaction_id, occurred_at from row_set_aside
          where company_id = ${companyId}
            and account_id = ${accountId}
            and understood_at is null
            and provider_transaction_id <> ''
            and occurred_at < ${before}
        ) every
      ) t order by place limit ${perRun}`.execute(db)
    return rows
  })
  if (rows.length === 0) return
  const oldest = new Date(Math.min(...rows.map(({ occurredAt }) => Date.parse(occurredAt))))
  const run = await Run.start(pool, lease, 'pending', oldest, before)
  for (const { providerTransactionId, occurredAt } of rows) {
    if (Date.now() > reading.deadline) break
    const start = new Date(Date.parse(occurredAt) - secondMs)
    run.countCall()
    const answer = await paypal.reporting.transactions({
      start,
      end: new Date(Math.min(start.getTime() + maxSpanMs, completeThrough.getTime())),
      transactionId: providerTransactionId,
      fields: 'transaction_info,payer_info,cart_info',
    })
    // As when the time is up: the others have their turn another time.
    if (notAllowedMs(answer) !== undefined) break
    // A row that was set aside may bear any date: PayPal cannot show what was before its time.
    if (answer.outcome !== 'done' && isNotAvailable(answer)) continue
    if (answer.outcome !== 'done') {
      await run.end('failed', {
        failure: answer.outcome === 'refused' ? answer.refusal.name : answer.reason,
      })
      failOn(answer)
    }
    await writePage(reading, run, understand(accountId, answer.value))
  }
  await run.end('done')
}
