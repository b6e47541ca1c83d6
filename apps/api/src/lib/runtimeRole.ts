import type pg from 'pg'

/**
 * Row-level security does not bind superusers, roles with BYPASSRLS, or (without FORCE) a table's owner.
 * A process that was given such a login would serve every company to everyone, so it refuses to start.
 */
export async function assertRuntimeRole(pool: pg.Pool) {
  const { rows } = await pool.query(`
    select r.rolname as name, r.rolsuper or r.rolbypassrls as unbound,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname in ('public', 'pgboss') and pg_has_role(r.oid, c.relowner, 'member')) as owner,
      pg_has_role(r.oid, 'paydesk_auth', 'member') as auth, pg_has_role(r.oid, 'paydesk_app', 'member') as member
    from pg_roles r where r.rolname = current_user`)
  const role = rows[0]
  if (role.unbound || role.owner || role.auth || !role.member)
    throw new Error(
      `DATABASE_URL logs in as "${role.name}": the runtime role must be a member of paydesk_app, own nothing and not bypass row-level security`,
    )
}
