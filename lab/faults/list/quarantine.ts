import { api, type Fault, faultsOf } from '../fault.ts'

const byGate = api('desk/quarantine/gate')
const byCompare = api('desk/quarantine/compare')
const byList = api('desk/quarantine/list')
const byRefund = api('desk/quarantine/refund')

/** What a restored database must not do again. */
const faults: Fault[] = [
  ...faultsOf('quarantine', [
    {
      id: 'quarantine-act-leaves',
      file: 'db/functions/reserve_call.sql',
      from: `if of_kind = 'act' and is_quarantined() then`,
      to: `if of_kind = 'act' and false then`,
      tests: byGate,
    },
    {
      id: 'quarantine-webhook-is-a-look',
      file: 'packages/paypal/src/operation.ts',
      from: `return effect === 'read' ? 'look' : 'act'`,
      to: `return effect === 'read' || path.startsWith('/v1/notifications/') ? 'look' : 'act'`,
      tests: byGate,
    },
    {
      id: 'quarantine-mail-leaves',
      file: 'apps/api/src/lib/outside/outside.ts',
      from: "sendMail: smtp && unlessQuarantined(counted('mail', smtpMailer(smtp.url, smtp.from, new URL(publicUrl).hostname))),",
      to: "sendMail: smtp && counted('mail', smtpMailer(smtp.url, smtp.from, new URL(publicUrl).hostname)),",
      tests: byGate,
    },
    {
      id: 'quarantine-people-act',
      file: 'apps/api/src/paypal/operation/operation.ts',
      from: '...(operation.following ? [] : [refuseInQuarantine(db)])',
      to: '...[]',
      tests: byGate,
    },
    {
      id: 'quarantine-ready-not-doubted',
      file: 'apps/api/src/paypal/operation/jobs.ts',
      from: `operation.state !== 'ready' || (await isQuarantined(db))`,
      to: `operation.state !== 'ready'`,
      tests: byGate,
    },
    {
      id: 'quarantine-left-without-looking',
      file: 'apps/api/src/paypal/operation/operation.ts',
      from: `
        update operation
        set due_at = now(), state = 'unknown', unknown_since = coalesce(unknown_since, now())`,
      to: `update operation set due_at = now()`,
      tests: byCompare,
    },
    {
      id: 'quarantine-numbers-not-pushed',
      file: 'apps/api/src/billing/bill/number.ts',
      from: 'if (last <= (rows.find((row) => row.prefix === prefix)?.last ?? 0)) continue',
      to: 'if (last >= 0) continue',
      tests: byCompare,
    },
    {
      id: 'quarantine-left-with-open-findings',
      file: 'apps/api/src/desk/quarantine/state.ts',
      from: `if (count > 0) throw refuse('quarantine.findingsOpen', { count })`,
      to: '',
      tests: byCompare,
    },
    {
      id: 'quarantine-list-skips',
      file: 'apps/api/src/desk/quarantine/list.ts',
      from: 'Math.min(shelf.count, from + pageSize - before) - skip',
      to: 'Math.min(shelf.count, pageSize) - skip',
      tests: byList,
    },
    {
      id: 'quarantine-list-of-earlier-ones',
      file: 'apps/api/src/desk/quarantine/list.ts',
      from: 'f.company_id = ${companyId} and f.quarantined_at = ${since}',
      to: 'f.company_id = ${companyId} and f.quarantined_at <= ${since}',
      tests: byList,
    },
    {
      id: 'quarantine-duplicate-offered',
      file: 'packages/contract/src/billing/billStatus.ts',
      from: "action === 'duplicate' ||",
      to: '',
      tests: ['packages/contract/src/billing/billStatus.test.ts'],
    },
    {
      id: 'quarantine-adopts-what-took-its-number',
      file: 'apps/api/src/billing/bill/restored.ts',
      from: ' && !wasThere(invoice, row)',
      to: '',
      tests: byCompare,
    },
    {
      id: 'quarantine-refused-in-quarantine-not-adopted',
      file: 'apps/api/src/billing/bill/restored.ts',
      from: 'and o.finished_at <= ${restoredTo}',
      to: '',
      tests: byCompare,
    },
    {
      id: 'quarantine-refunds-of-one-account-for-all',
      file: 'apps/api/src/desk/quarantine/compare.ts',
      from: 'const all = `refunds ${ref.accountId}`',
      to: "const all = 'refunds'",
      tests: byCompare,
    },
    {
      id: 'quarantine-adopts-what-others-made',
      file: 'apps/api/src/billing/bill/restored.ts',
      from: 'bill: isOfAnOperation(invoice)',
      to: 'bill: (isOfAnOperation(invoice) || true)',
      tests: byCompare,
    },
    {
      id: 'quarantine-copy-not-noticed-by-the-running',
      file: 'db/functions/is_quarantined.sql',
      from: 'or i.system_identifier <> (select c.system_identifier::text from pg_control_system() c)',
      to: '',
      tests: byGate,
    },
    {
      id: 'quarantine-beat-before-the-notice',
      file: 'apps/api/src/desk/quarantine/jobs.ts',
      from: 'await sql`select notice_cluster()`.execute(db)',
      to: '',
      tests: byGate,
    },
    {
      id: 'quarantine-unread-bill-not-shown',
      file: 'apps/api/src/desk/quarantine/compare.ts',
      from: 'absent.has(invoiceId) || unclear.has(invoiceId)',
      to: 'false as boolean',
      tests: byCompare,
    },
    {
      id: 'quarantine-unclear-answer-not-shown',
      file: 'apps/api/src/desk/quarantine/compare.ts',
      from: 'absent.has(invoiceId) || unclear.has(invoiceId)',
      to: 'absent.has(invoiceId)',
      tests: byCompare,
    },
    {
      id: 'quarantine-seen-of-other-facts',
      file: 'apps/api/src/desk/quarantine/finding.ts',
      from: `f.state = 'seen' and f.facts = excluded.facts`,
      to: `f.state = 'seen'`,
      tests: byCompare,
    },
    {
      id: 'quarantine-ended-session-revived',
      file: 'db/functions/authenticate_request.sql',
      from: 'and not exists (select from installation i where session.created_at < i.quarantined_at)',
      to: '',
      tests: byGate,
    },
    {
      id: 'quarantine-refund-has-a-new-request-id',
      file: 'apps/api/src/billing/refund/perform.ts',
      from: 'startOperation(db, jobs, { id, companyId, accountId, billId, refundId: id,',
      to: 'startOperation(db, jobs, { companyId, accountId, billId, refundId: id,',
      tests: byRefund,
    },
    {
      id: 'quarantine-waiting-approval-not-shown',
      file: 'apps/api/src/desk/quarantine/finding.ts',
      from: `case when a.kind = 'refund' and r.state <> 'waiting' then 'taken' else 'open' end`,
      to: `'taken'`,
      tests: byRefund,
    },
    {
      id: 'quarantine-made-refund-rejected',
      file: 'apps/api/src/billing/refund/approved.ts',
      from: `if (refund.state !== 'waiting') {`,
      to: 'if (false as boolean) {',
      tests: byRefund,
    },
    {
      id: 'quarantine-forgotten-refund-not-read',
      file: 'apps/api/src/desk/quarantine/compare.ts',
      from: `stage: more ? 'bills' : 'refunds', afterBill`,
      to: `stage: more ? 'bills' : 'disputes', afterBill`,
      tests: byRefund,
    },
    {
      id: 'quarantine-untold-refunds-unsaid',
      file: 'apps/api/src/desk/quarantine/compare.ts',
      from: 'return rows[0]?.told ?? false',
      to: 'return rows.length > 0',
      tests: byCompare,
    },
    {
      id: 'quarantine-step-not-held',
      file: 'apps/api/src/desk/quarantine/compare.ts',
      from: 'progressOf(db, data, sql`for update of a`)',
      to: 'progressOf(db, data)',
      tests: api('desk/quarantine/anew'),
    },
    {
      id: 'quarantine-message-repeated',
      file: 'apps/api/src/desk/quarantine/leave.ts',
      from: 'const messages = await withholdMessages(db, companyId, since)',
      to: `const messages: Awaited<ReturnType<typeof withholdMessages>> = []`,
      tests: byCompare,
    },
  ]),
]
export default faults
