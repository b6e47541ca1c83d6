import type { TestApp } from './testApp.ts'

/** Writes entries of the audit log that no request made. */
export const writeAudit = (t: TestApp, companyId: string, count: number, name = 'Someone') =>
  t.owner(
    `insert into audit_entry (
       company_id, seq, at, actor_name, action, entity, entity_id, entity_label, address, device,
       prev_hash, hash
     )
     select $1, 0, now(), $3, 'bill.send', 'bill', i::text, $3, '10.0.0.1', 'd', '', ''
     from generate_series(1, $2::int) i`,
    [companyId, count, name],
  )
