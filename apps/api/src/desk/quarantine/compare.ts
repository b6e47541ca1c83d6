import type { Id } from '@paydesk/contract/lib/id'
import type { Invoice } from '@paydesk/paypal/invoice'
import { CallFailed, type Outcome } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  adoptInvoices,
  billsToCompare,
  endOvertaken,
  type Failure,
  type InvoicesRead,
  pushNumbers,
  readInvoices,
  type ToSee,
  takeSeen,
} from '../../billing/bill/bill.ts'
import { type DisputesRead, readDisputes } from '../../billing/dispute/dispute.ts'
import { type RefundsRead, readRefundsSince, takeRefunds } from '../../billing/refund/refund.ts'
import { type Db, inCompany } from '../../lib/db.ts'
import type { Handler, JobKind, Preparation } from '../../lib/job.ts'
import { doubtOpen } from '../../paypal/operation/operation.ts'
import { type AccountRef, clientOf } from '../../paypal/paypalAccount/paypalAccount.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import { collect, noteFindings } from './finding.ts'

const AccountData = z.object({ companyId: z.uuid(), accountId: z.uuid() })
/** Compares one account with PayPal, a step at a time: each commits with how far it came. */
export const compareAccount: JobKind<typeof AccountData> = {
  name: 'quarantine.compare',
  data: AccountData,
  concurrency: 2,
  perAccount: 1,
}

/** Allows for clock differences and for calls that were under way at the restore point. */
const marginMs = 86_400_000
/** Invoices created this shortly before the restore point may be missing from the backup. */
const lostMs = 10 * 60_000
const pagesAtOnce = 5
const perPage = 100
const billsAtOnce = 200
/** A bill is sent within minutes of its making. */
const sentWithinMs = 10 * 60_000

type Stage = 'invoices' | 'bills' | 'refunds' | 'disputes' | 'done'
type Progress = {
  quarantinedAt: string
  restoredTo: string
  startedAt: string
  stage: Stage
  page: number
  afterBill: string | null
  now: string
}
type Step =
  | { stage: 'invoices'; invoices: Invoice[]; more: boolean; page: number }
  | { stage: 'bills'; bills: ToSee[]; read: InvoicesRead }
  | { stage: 'refunds'; read: RefundsRead | { why: string } }
  | { stage: 'disputes'; read: DisputesRead }
  | { stage: 'unreadable'; why: string }
type Compared = { progress: Progress; step: Step }

async function progressOf(
  db: Db,
  { companyId, accountId }: AccountRef,
  lock = sql``,
): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    select i.quarantined_at, i.restored_to, a.started_at, a.stage, a.page, a.after_bill,
      clock_timestamp() as now
    from installation i join quarantine_account a on a.quarantined_at = i.quarantined_at
    where i.left_at is null
      and a.company_id = ${companyId}
      and a.account_id = ${accountId} ${lock}`.execute(db)
  return rows[0]?.stage === 'done' ? undefined : rows[0]
}

/**
 * Begins anew, also while another comparison is under way: that one then goes on from here. What
 * could not be read before is asked for again, and found again if it still cannot be.
 */
export async function beginComparison(db: Db, { companyId, accountId }: AccountRef): Promise<void> {
  // First, because a step that is just being taken in holds this row: what it finds is
  // deleted after it.
  await sql`insert into quarantine_account as a (company_id, account_id, quarantined_at)
    select ${companyId}, ${accountId}, quarantined_at
    from installation
    where quarantined_at is not null and left_at is null
    on conflict (company_id, account_id, quarantined_at)
    do update set
      stage = 'invoices',
      page = 1,
      after_bill = null,
      invoices = 0,
      bills = 0,
      failure = '',
      started_at = clock_timestamp()`.execute(db)
  await sql`
    delete from quarantine_finding f
    using installation i
    where f.company_id = ${companyId} and f.account_id = ${accountId}
      and f.quarantined_at = i.quarantined_at
    and f.kind = 'unreadable'
    and f.state = 'open'`.execute(db)
}

/**
 * Another try would end in the same way: somebody has to put the account right, or to say that it
 * does not matter. Whatever else fails is tried again.
 */
function lastingReason(failure: Failure): string {
  if (
    failure.outcome !== 'refused' ||
    (failure.refusal.by !== 'token' && failure.refusal.by !== 'paypal') ||
    failure.refusal.status === 429
  )
    throw new CallFailed(failure)
  return failure.refusal.issues[0]?.issue ?? failure.refusal.name
}

const unreadable = (failure: Failure): Step => ({
  stage: 'unreadable',
  why: lastingReason(failure),
})

const isDone = <T>(answer: Outcome<T>): answer is Extract<Outcome<T>, { outcome: 'done' }> =>
  answer.outcome === 'done'
const wire = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

export const lookAcross: Preparation<typeof AccountData, Compared | undefined> = async ({
  pool,
  data,
  outside,
  log,
}) => {
  const begun = await inCompany(pool, data.companyId, async (db) => {
    const progress = await progressOf(db, data)
    if (!progress) return undefined
    const paypal = await clientOf(db, outside, data)
    const { restoredTo, afterBill } = progress
    const bills =
      progress.stage === 'bills'
        ? await billsToCompare(db, data, { restoredTo, after: afterBill, limit: billsAtOnce })
        : []
    return { progress, paypal, bills, passed: await unreadableIn(db, data, progress) }
  })
  if (!begun) return undefined
  const { progress, paypal, bills, passed } = begun
  if (!paypal) return { progress, step: { stage: 'unreadable', why: 'ACCOUNT_DISCONNECTED' } }
  if (progress.stage === 'disputes')
    return {
      progress,
      step: { stage: 'disputes', read: await readDisputes({ pool, outside, log }, data) },
    }
  if (progress.stage === 'bills') {
    const read = await readInvoices(paypal, bills, {
      marginMs: sentWithinMs,
      mostSingly: billsAtOnce,
    })
    return {
      progress,
      step: read.failure ? unreadable(read.failure) : { stage: 'bills', bills, read },
    }
  }
  if (progress.stage === 'refunds') {
    const read = await readRefundsSince(
      pool,
      paypal,
      data,
      new Date(Date.parse(progress.restoredTo) - marginMs),
      passed,
    )
    return {
      progress,
      step: { stage: 'refunds', read: 'outcome' in read ? { why: lastingReason(read) } : read },
    }
  }
  const range = {
    start: wire(Date.parse(progress.restoredTo) - marginMs),
    end: wire(Date.parse(progress.startedAt) + marginMs),
  }
  const invoices: Invoice[] = []
  for (let page = progress.page; ; page++) {
    const answer = await paypal.invoices.search(
      { creationRange: range, fields: ['payments', 'refunds'] },
      { page, pageSize: perPage, total: true },
    )
    if (!isDone(answer)) return { progress, step: unreadable(answer) }
    invoices.push(...answer.value.items)
    const more = page < (answer.value.total_pages ?? 1)
    if (!more || page - progress.page + 1 >= pagesAtOnce)
      return { progress, step: { stage: 'invoices', invoices, more, page: page + 1 } }
  }
}

export const takeAcross: Handler<typeof AccountData, Compared | undefined> = async ({
  db,
  data,
  jobs,
  prepared,
  log,
}) => {
  if (!prepared) return
  const { progress, step } = prepared
  const now = await progressOf(db, data, sql`for update of a`)
  // Somebody began anew, or left: this step is not counted. Whoever begins anew meanwhile
  // waits for this step.
  if (!now || now.startedAt !== progress.startedAt || now.quarantinedAt !== progress.quarantinedAt)
    return
  if (step.stage === 'unreadable') {
    await noteFindings(db, data, progress.quarantinedAt, [
      {
        kind: 'unreadable',
        subject: data.accountId,
        label: '',
        facts: { why: step.why },
        state: 'open',
      },
    ])
    return advance(db, data, progress, { stage: 'done', failure: step.why })
  }
  if (step.stage === 'invoices') {
    if (progress.page === 1) await doubtOpen(db, jobs, data.companyId, data.accountId)
    await takeInvoices(db, jobs, data, progress, step.invoices)
    await advance(db, data, progress, {
      stage: step.more ? 'invoices' : 'bills',
      page: step.page,
      invoices: step.invoices.length,
    })
  } else if (step.stage === 'bills') {
    await takeSeen(db, jobs, data, step.bills, step.read, progress.now)
    await noteOvertaken(db, data, progress, [...step.read.found.values()])
    await noteUnread(db, data, progress, step.bills, step.read)
    const last = step.bills.at(-1)?.billId ?? null
    const more = step.bills.length === billsAtOnce
    await advance(db, data, progress, {
      stage: more ? 'bills' : 'refunds',
      afterBill: last,
      bills: step.bills.length,
    })
  } else if (step.stage === 'refunds') {
    const more = await noteRefunds(db, data, progress, step.read)
    await advance(db, data, progress, { stage: more ? 'refunds' : 'disputes' })
  } else if (step.read !== 'more') {
    await collect(db, data, progress)
    await advance(db, data, progress, { stage: 'done' })
    log.info({ accountId: data.accountId }, 'compared with PayPal')
    return
  }
  await jobs.enqueue(db, compareAccount, data)
}

/** What this comparison has found unreadable so far, and what somebody has seen of earlier ones. */
async function unreadableIn(
  db: Db,
  { companyId, accountId }: AccountRef,
  { quarantinedAt }: Progress,
): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject
    from quarantine_finding
    where company_id = ${companyId}
      and account_id = ${accountId}
      and quarantined_at = ${quarantinedAt}
      and kind = 'unreadable'`.execute(db)
  return rows.map(({ subject }) => subject)
}

/** Bills about which PayPal said nothing: whether they were paid or changed since, nobody knows. */
async function noteUnread(
  db: Db,
  ref: AccountRef,
  { quarantinedAt }: Progress,
  bills: ToSee[],
  { absent, unclear }: InvoicesRead,
) {
  const unread = bills.filter(({ invoiceId }) => absent.has(invoiceId) || unclear.has(invoiceId))
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number
    from bill
    where company_id = ${ref.companyId}
      and id = any(${unread.map(({ billId }) => billId)}::uuid[])`.execute(db)
  await noteFindings(
    db,
    ref,
    quarantinedAt,
    unread.map(({ billId, invoiceId }) => ({
      kind: 'unreadable' as const,
      subject: billId,
      billId,
      label: rows.find(({ id }) => id === billId)?.number ?? invoiceId,
      facts: { invoiceId, why: absent.has(invoiceId) ? 'INVOICE_NOT_SHOWN' : 'UNCLEAR_ANSWER' },
      state: 'open' as const,
    })),
  )
}

/** PayPal lists its events for at least this long (paypal §7.1: not documented). */
const eventsKeptMs = 7 * 86_400_000

/** Whether a webhook is registered: PayPal may list no events that it delivered to nobody. */
async function isTold(db: Db, { companyId, accountId }: AccountRef): Promise<boolean> {
  const { rows } = await sql<{ told: boolean }>`
    select webhook_id is not null or lookup_id is not null as told
    from paypal_account
    where company_id = ${companyId} and id = ${accountId}`.execute(db)
  return rows[0]?.told ?? false
}

/** Answers whether there are more. */
async function noteRefunds(
  db: Db,
  ref: AccountRef,
  progress: Progress,
  read: RefundsRead | { why: string },
): Promise<boolean> {
  const { quarantinedAt, restoredTo, now } = progress
  const unread = (subject: string, label: string, reason: string) => ({
    kind: 'unreadable' as const,
    subject,
    label,
    facts: { why: reason },
    state: 'open' as const,
  })
  const tooOld = Date.parse(now) - Date.parse(restoredTo) > eventsKeptMs
  const untold = tooOld ? 'EVENTS_TOO_OLD' : (await isTold(db, ref)) ? undefined : 'EVENTS_NOT_TOLD'
  // Of each account one: a person has to look at every one of them.
  const all = `refunds ${ref.accountId}`
  if (untold) await noteFindings(db, ref, quarantinedAt, [unread(all, '', untold)])
  if ('why' in read) {
    await noteFindings(db, ref, quarantinedAt, [unread(all, '', read.why)])
    return false
  }
  const taken = await takeRefunds(db, ref, read.seen)
  await noteFindings(
    db,
    ref,
    quarantinedAt,
    taken.map(({ id, billId, billNumber, providerRefundId, state, currency, amountMinor }) => ({
      kind: 'refund' as const,
      subject: id,
      ...(billId && { billId }),
      label: providerRefundId,
      facts: { is: state, currency, totalMinor: amountMinor, bill: billNumber },
      state: 'taken' as const,
    })),
  )
  await noteFindings(
    db,
    ref,
    quarantinedAt,
    read.hidden.map((id) => unread(id, id, 'REFUND_NOT_SHOWN')),
  )
  return read.more
}

type Advance = {
  stage: Stage
  page?: number
  afterBill?: string | null
  invoices?: number
  bills?: number
  failure?: string
}

async function advance(
  db: Db,
  { companyId, accountId }: AccountRef,
  { quarantinedAt }: Progress,
  to: Advance,
): Promise<void> {
  const { stage, page = 1, afterBill = null, invoices = 0, bills = 0, failure = '' } = to
  await sql`
    update quarantine_account
    set stage = ${stage},
      page = ${page},
      after_bill = ${afterBill},
      invoices = invoices + ${invoices},
      bills = bills + ${bills},
      failure = ${failure},
      compared_at = case when ${stage === 'done'} then clock_timestamp() else compared_at end
    where company_id = ${companyId}
      and account_id = ${accountId}
      and quarantined_at = ${quarantinedAt}`.execute(db)
}

const amountOf = (invoice: Invoice) => ({
  currency: invoice.detail.currency_code,
  totalMinor: invoice.amount?.amountMinor ?? null,
  paidMinor: invoice.payments?.paid_amount?.amountMinor ?? 0,
})

async function takeInvoices(
  db: Db,
  jobs: Parameters<typeof adoptInvoices>[1],
  ref: AccountRef,
  progress: Progress,
  invoices: Invoice[],
): Promise<void> {
  const { quarantinedAt, restoredTo } = progress
  const { adopted, strange } = await adoptInvoices(db, jobs, ref, invoices, {
    startedAt: progress.now,
    quarantinedAt,
    restoredTo,
  })
  await noteFindings(
    db,
    ref,
    quarantinedAt,
    adopted.map(({ billId, invoice, before, overtaken }) => ({
      kind: 'adopted' as const,
      subject: invoice.id,
      billId,
      label: before.number,
      facts: {
        invoiceId: invoice.id,
        was: before.status,
        is: invoice.status,
        wasTotalMinor: before.totalMinor,
        ...amountOf(invoice),
        overtaken,
      },
      // The bill was changed before it went out, and that change is lost: a person has to see what
      // the customer was asked for.
      state:
        invoice.amount?.amountMinor === before.totalMinor ? ('taken' as const) : ('open' as const),
    })),
  )
  const lost = strange.filter(
    ({ detail }) =>
      Date.parse(detail.metadata?.create_time ?? progress.now) >= Date.parse(restoredTo) - lostMs,
  )
  await noteFindings(
    db,
    ref,
    quarantinedAt,
    lost.map((invoice) => ({
      kind: 'elsewhere' as const,
      subject: invoice.id,
      label: invoice.detail.invoice_number ?? invoice.id,
      facts: {
        invoiceId: invoice.id,
        is: invoice.status,
        ...amountOf(invoice),
        recipient: recipientOf(invoice),
        link: invoice.detail.metadata?.recipient_view_url ?? '',
      },
      state: 'open' as const,
    })),
  )
  const { billing } = await readSettings(db, ref.companyId)
  const numbers = invoices.flatMap(({ detail }) => detail.invoice_number ?? [])
  const pushed = await pushNumbers(db, ref.companyId, billing, numbers, restoredTo)
  await noteFindings(
    db,
    ref,
    quarantinedAt,
    pushed.map(({ prefix, last }) => ({
      kind: 'numbers' as const,
      subject: prefix,
      label: prefix,
      facts: { last },
      state: 'taken' as const,
    })),
  )
}

const recipientOf = (invoice: Invoice): string => {
  const [first] =
    (
      invoice as {
        primary_recipients?: { billing_info?: { email_address?: string; business_name?: string } }[]
      }
    ).primary_recipients ?? []
  return first?.billing_info?.email_address ?? first?.billing_info?.business_name ?? ''
}

async function noteOvertaken(
  db: Db,
  ref: AccountRef,
  { quarantinedAt }: Progress,
  invoices: Invoice[],
): Promise<void> {
  const ended = await endOvertaken(db, ref, invoices)
  await noteFindings(
    db,
    ref,
    quarantinedAt,
    ended.map(({ id, billId, number }) => ({
      kind: 'superseded' as const,
      subject: id,
      billId: billId as Id<'bill'>,
      label: number,
      facts: {},
      state: 'open' as const,
    })),
  )
}
