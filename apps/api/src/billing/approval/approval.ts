import type { Approval } from '@paydesk/contract/billing/approval'
import { askedRefundStates } from '@paydesk/contract/billing/refund'
import type { Id } from '@paydesk/contract/lib/id'
import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import { countCap } from '@paydesk/contract/lib/page'
import { personText } from '@paydesk/contract/lib/record'
import type { ApprovalLimits } from '@paydesk/contract/people/user'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { type Db, insideCompany } from '../../lib/db.ts'
import { assertFresh, refuse, unlessTaken } from '../../lib/errors.ts'
import type { Jobs } from '../../lib/job.ts'
import { literals } from '../../lib/literals.ts'
import { announce } from '../../lib/live/change.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { tellHolders, tellUsers } from '../../people/notice/notice.ts'
import { addEntry, announceBill } from '../bill/bill.ts'

type Row = Omit<Approval, 'obstacle'> & Reach & { askerIsNew: boolean }
/**
 * What an approval would let go: with what the same person has let go of this bill before. A large
 * refund in small parts is a large refund.
 */
type Reach = { currency: Currency; reachMinor: number }

const reachOf = ({
  userId,
}: Actor) => sql`a.amount_minor + case when a.kind = 'refund' then coalesce((
    select sum(ar.amount_minor) from refund br
    join refund ar on ar.company_id = br.company_id
      and ar.bill_id = br.bill_id
      and ar.state in (${literals(askedRefundStates)})
    join approval before on before.company_id = ar.company_id
      and before.refund_id = ar.id
      and before.kind = 'refund'
      and before.state = 'approved' and before.decided_by = ${userId}
    where br.company_id = a.company_id and br.id = a.refund_id), 0) else 0 end`

const rowsOf = (actor: Actor, which: ReturnType<typeof sql>) => sql<Row>`
  select a.id, a.kind, a.happened, a.provider_refund_id, a.state, a.currency, a.amount_minor,
    case a.kind when 'refund' then r.reason else a.reason end as reason, r.note_to_payer,
    r.bill_id, b.number as bill_number, b.customer_name, x.label as account_label,
    a.requested_by as requested_by_id, a.requested_by_name, q.username as requested_by_username,
    a.decided_by_name, d.username as decided_by_username, a.note, a.created_at, a.decided_at,
    r.state as refund_state, p.amount_minor as paid_minor, p.refunded_minor, p.fee_minor,
    a.version, (${reachOf(actor)})::bigint as reach_minor,
    coalesce(q.credentials_changed_at > now() - interval '24 hours', false) as asker_is_new,
    (
      select s.id
      from dispute s
      where s.company_id = p.company_id and s.payment_id = p.id and s.status <> 'RESOLVED'
      order by s.opened_at
      limit 1
    ) as dispute_id
  from approval a
  join refund r on r.company_id = a.company_id and r.id = a.refund_id
  join bill b on b.company_id = r.company_id and b.id = r.bill_id
  join paypal_account x on x.company_id = r.company_id and x.id = r.account_id
  left join bill_payment p on p.company_id = r.company_id and p.id = r.payment_id
  left join app_user q on q.company_id = a.company_id and q.id = a.requested_by
  left join app_user d on d.company_id = a.company_id and d.id = a.decided_by
  where a.company_id = ${actor.companyId} ${which}`

export async function listApprovals(
  db: Db,
  actor: Actor,
  { decided, current, pageSize }: { decided: boolean; current: number; pageSize: number },
) {
  const matching = decided ? sql`and a.state <> 'waiting'` : sql`and a.state = 'waiting'`
  const order = decided
    ? sql`order by a.decided_at desc, a.id desc`
    : sql`order by a.created_at, a.id`
  const { rows } = await rowsOf(
    actor,
    sql`${matching} ${order} limit ${pageSize} offset ${(current - 1) * pageSize}`,
  ).execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total
    from approval a
    where a.company_id = ${actor.companyId} ${matching}`.execute(db)
  const limits = await limitsOf(db, actor)
  return {
    list: rows.map((row) => withObstacle(actor, limits, row)),
    total: counted[0]?.total ?? 0,
    totalIsExact: true,
  }
}

/** How many requests wait that this person may decide. */
export async function countForMe(db: Db, actor: Actor): Promise<number> {
  const limits = await limitsOf(db, actor)
  const { rows } = await sql<Reach>`
    select a.currency, (${reachOf(actor)})::bigint as reach_minor
    from approval a
    where a.company_id = ${actor.companyId} and a.state = 'waiting'
      and a.requested_by <> ${actor.userId}
      order by a.created_at
      limit ${countCap + 1}`.execute(db)
  return rows.filter((row) => isWithin(limits, row)).length
}

export async function readApproval(db: Db, actor: Actor, id: string): Promise<Judged> {
  const { rows } = await rowsOf(actor, sql`and a.id = ${id}`).execute(db)
  if (!rows[0]) throw refuse('notFound')
  return withObstacle(actor, await limitsOf(db, actor), rows[0])
}

type Judged = Row & Pick<Approval, 'obstacle'>
const withObstacle = (actor: Actor, limits: ApprovalLimits, row: Row): Judged => ({
  ...row,
  obstacle: obstacleOf(actor, limits, row),
})

function obstacleOf(actor: Actor, limits: ApprovalLimits, row: Row): Approval['obstacle'] {
  if (row.state !== 'waiting') return 'decided'
  if (row.requestedById === actor.userId) return 'own'
  if (!isWithin(limits, row)) return 'limit'
  if (actor.hasNewCredentials) return 'newCredentials'
  return row.askerIsNew ? 'newAsker' : null
}

const isWithin = (limits: ApprovalLimits, { currency, reachMinor }: Reach) =>
  limits === null ||
  limits.some((limit) => limit.currency === currency && reachMinor <= limit.amountMinor)

/**
 * The limits belong to the person and are read from their own company, whichever
 * company they act in.
 */
const limitsOf = (db: Db, actor: Actor): Promise<ApprovalLimits> =>
  insideCompany(db, actor.homeCompanyId, actor, async () => {
    const { rows } = await sql<{ approvalLimits: ApprovalLimits }>`
      select approval_limits
      from app_user
      where company_id = ${actor.homeCompanyId} and id = ${actor.userId}`.execute(db)
    if (!rows[0]) throw refuse('forbidden')
    return rows[0].approvalLimits
  })

export type Decision = 'approved' | 'rejected' | 'withdrawn'
const actions = {
  approved: 'approval.approve',
  rejected: 'approval.reject',
  withdrawn: 'approval.withdraw',
} as const
const entries = {
  refund: { approved: 'refundApproved', rejected: 'refundRejected', withdrawn: 'refundWithdrawn' },
  settleRefund: {
    approved: 'settleApproved',
    rejected: 'settleRejected',
    withdrawn: 'settleWithdrawn',
  },
} as const

/**
 * What happens to a request once it is decided. The thing that is approved lies above this feature;
 * the entry point hands this in.
 */
export type CarryOut = (
  db: Db,
  jobs: Jobs,
  companyId: Id<'company'>,
  approvalId: Id<'approval'>,
  decision: Decision,
) => Promise<void>

/**
 * The only place where a request is decided. The right to decide is checked under the lock; the
 * table also refuses one's own request.
 */
export async function decide(
  db: Db,
  jobs: Jobs,
  carryOut: CarryOut,
  actor: Actor,
  id: string,
  decision: Decision,
  { version, note }: { version: number; note: string },
): Promise<Approval> {
  const { companyId, userId, name, username } = actor
  const { billId } = await readApproval(db, actor, id)
  // The bill is locked before anything that belongs to it, as everywhere.
  const { rows: bills } = await sql<{ ownerId: Id<'user'> }>`
    select owner_id
    from bill
    where company_id = ${companyId} and id = ${billId}
    for update`.execute(db)
  const { rows: locked } = await sql<{ refundId: Id<'refund'> }>`
    select refund_id
    from approval
    where company_id = ${companyId} and id = ${id}
    for update`.execute(db)
  const approval = await readApproval(db, actor, id)
  assertMayDecide(actor, await limitsOf(db, actor), approval, decision)
  assertFresh(approval, version)
  await sql`
    update approval
    set state = ${decision},
      decided_by = ${userId},
      decided_by_name = ${name},
      note = ${note},
      decided_at = now(),
      version = version + 1
    where company_id = ${companyId} and id = ${id}`.execute(db)
  await carryOut(db, jobs, companyId, id, decision)
  const { amountMinor, currency, billNumber } = approval
  await addEntry(db, companyId, billId, {
    source: 'person',
    kind: entries[approval.kind][decision],
    actor,
    data: {
      amountMinor,
      currency,
      text: note,
      ...(approval.happened !== null && { happened: approval.happened }),
    },
  })
  if (decision !== 'withdrawn')
    await tellUsers(db, companyId, [approval.requestedById], {
      kind: 'approvalDecided',
      choice: 'approvalAsked',
      subjectId: id,
      data: {
        billId,
        billNumber,
        amountMinor,
        currency,
        approved: decision === 'approved',
        who: personText(name, username),
        note,
      },
    })
  await announce(
    db,
    companyId,
    locked.map(({ refundId }) => ({ entity: 'refund', id: refundId })),
  )
  await announceBill(db, companyId, { id: billId, ownerId: bills[0]?.ownerId as string })
  const after = await readApproval(db, actor, id)
  await recordChange(db, actor, {
    action: actions[decision],
    entityId: id,
    label: billNumber,
    before: { state: approval.state },
    after: {
      state: after.state,
      amountMinor,
      currency,
      requestedBy: approval.requestedByName,
      note,
      ...settlingOf(approval),
    },
  })
  return after
}

const settlingOf = ({ kind, happened, providerRefundId }: Approval) =>
  kind === 'settleRefund' ? { kind, happened, providerRefundId } : {}

function assertMayDecide(
  actor: Actor,
  limits: ApprovalLimits,
  approval: Judged,
  decision: Decision,
): void {
  const own = approval.requestedById === actor.userId
  if (decision === 'withdrawn' ? !own : own)
    throw refuse(own ? 'approval.own' : 'approval.notYours')
  if (approval.state !== 'waiting')
    throw refuse('approval.decided', { who: approval.decidedByName }, approval)
  if (decision === 'approved' && !isWithin(limits, approval))
    throw refuse('approval.beyondLimit', {
      amount: `${approval.currency} ${toDecimal({ ...approval, amountMinor: approval.reachMinor })}`,
    })
  // Whoever took an account over a few hours ago must not let money go with it. The owner learns of
  // it within a day.
  if (decision === 'approved' && actor.hasNewCredentials) throw refuse('approval.newCredentials')
  // Nor may one person make or take over the other one and ask in their name: whoever was invited
  // or reset a moment ago asks for nothing yet.
  if (decision === 'approved' && approval.askerIsNew) throw refuse('approval.newAsker')
}

type Asked = {
  refundId: Id<'refund'>
  currency: Currency
  amountMinor: number
  billNumber: string
  /** The request is not to refund, but to settle what became of a refund. */
  settling?: { happened: boolean; providerRefundId: string | null; reason: string }
}

/** Asks a second person. The caller has already written the refund that the request is about. */
export async function askApproval(
  db: Db,
  actor: Actor,
  { refundId, currency, amountMinor, billNumber, settling }: Asked,
): Promise<void> {
  const { companyId, userId, name, username } = actor
  const kind = settling ? ('settleRefund' as const) : ('refund' as const)
  const { id } = await unlessTaken(
    'approval_one_settling',
    refuse('refund.settling'),
    db
      .insertInto('approval')
      .values({
        companyId,
        kind,
        refundId,
        currency,
        amountMinor,
        requestedBy: userId,
        requestedByName: name,
        ...settling,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  // Only people who may decide are told: someone whose limit the amount exceeds could only look at
  // it. No stored limits means no limit.
  const mayDecide = sql`(
    u.approval_limits is null
    or exists (
      select
      from jsonb_to_recordset(u.approval_limits) as l (currency text, "amountMinor" bigint)
      where l.currency = ${currency} and l."amountMinor" >= ${amountMinor}
    )
  )`
  await tellHolders(
    db,
    companyId,
    'ApproveRefund',
    {
      kind: 'approvalAsked',
      choice: 'approvalAsked',
      subjectId: id,
      data: { approvalId: id, billNumber, amountMinor, currency, who: personText(name, username) },
    },
    { exceptId: userId, who: mayDecide },
  )
}
