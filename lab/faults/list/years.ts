import { api, faultsOf } from '../fault.ts'

const fn = (name: string) => `db/functions/${name}.sql`
const schema = 'db/schema.sql'
const retain = 'apps/api/src/intake/event/retain.ts'
const store = 'apps/api/src/intake/event/store.ts'
const byRetention = api('intake/event/retain')

export default faultsOf('years', [
  {
    id: 'years-longest-wish',
    file: fn('longest_event_days'),
    from: 'select coalesce(max(public.event_days(s.tabs)), 180)',
    to: 'select coalesce(min(public.event_days(s.tabs)), 180)',
    tests: byRetention,
  },
  {
    id: 'years-floor',
    file: fn('event_days'),
    from: 'greatest(90, case',
    to: 'greatest(0, case',
    tests: byRetention,
  },
  {
    id: 'years-own-wish',
    file: fn('trim_event_bodies'),
    from: 'o.company_id = c.id and o.received_at < public.kept_from(public.event_days(s.tabs))',
    to: 'o.company_id = c.id and o.received_at < public.kept_from(180)',
    tests: byRetention,
  },
  {
    id: 'years-row-wish',
    file: fn('empty_event_rows'),
    from: "p.raw <> '' and p.received_at < public.kept_from(public.event_days(s.tabs))",
    to: "p.raw <> '' and p.received_at < public.kept_from(180)",
    tests: byRetention,
  },
  {
    id: 'years-audit',
    file: schema,
    from: 'table audit_entry (',
    to: 'grant delete on audit_entry to paydesk_auth',
    tests: byRetention,
  },
  {
    id: 'years-books',
    file: schema,
    from: 'table posting (',
    to: 'grant delete on posting to paydesk_auth',
    tests: byRetention,
  },
  {
    id: 'years-whole-month',
    file: fn('detach_event_month'),
    from: "and c.relname < month_of('paypal_event_body', kept_from",
    to: "and c.relname <= month_of('paypal_event_body', kept_from",
    tests: byRetention,
  },
  {
    id: 'years-waiting-by-two',
    file: fn('keep_waiting_bodies'),
    from: "select pg_advisory_xact_lock(hashtext('paydesk.kept'));",
    to: '',
    tests: byRetention,
  },
  {
    id: 'years-waiting',
    file: retain,
    from: "await inBatches(pool, 'select keep_waiting_bodies($1) as n', isTime)",
    to: '0',
    tests: byRetention,
  },
  {
    id: 'years-digest',
    file: fn('empty_event_rows'),
    from: 'digest = coalesce(e.digest, sha256(e.raw))',
    to: 'digest = e.digest',
    tests: byRetention,
  },
  {
    id: 'years-no-month',
    file: fn('events_go_by_month'),
    from: " and to_regclass('public.' || public.month_of('paypal_event_body', now())) is not null",
    to: '',
    tests: byRetention,
  },
  {
    id: 'years-side-by-side',
    file: fn('events_go_by_month'),
    from: 'select begins_at <= now() and',
    to: 'select true and',
    tests: byRetention,
  },
  {
    id: 'years-stored-body',
    file: store,
    from: ' using (account_id, event_id, transmission_id, digest)',
    to: ' on false',
    tests: byRetention,
  },
])
