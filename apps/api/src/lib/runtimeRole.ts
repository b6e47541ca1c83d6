import type pg from 'pg'
import { exitCodes, PlainEnd } from './startup/plain.ts'

type Asks = Pick<pg.ClientBase, 'query'>

/** What the login of a connection is, as far as it matters to row-level security. */
type LoginFacts = { name: string; unbound: boolean; owner: boolean; auth: boolean; member: boolean }

export async function loginFacts(client: Asks): Promise<LoginFacts> {
  const { rows } = await client.query<LoginFacts>(`
    select r.rolname as name, r.rolsuper or r.rolbypassrls as unbound,
      exists (
        select
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'pgboss') and pg_has_role(r.oid, c.relowner, 'member')
      ) as owner,
      coalesce(pg_has_role(r.oid, to_regrole('paydesk_auth'), 'member'), false) as auth,
      coalesce(pg_has_role(r.oid, to_regrole('paydesk_app'), 'member'), false) as member
    from pg_roles r where r.rolname = current_user`)
  return rows[0] as LoginFacts
}

/**
 * Row-level security does not bind superusers, roles with BYPASSRLS, or (without FORCE)
 * a table's owner.
 * A process that was given such a login would serve every company to everyone, so it
 * refuses to start.
 */
export async function assertRuntimeRole(client: Asks) {
  const { name, unbound, owner, auth, member } = await loginFacts(client)
  if (unbound || owner || auth || !member)
    throw new PlainEnd(
      [
        `DATABASE_URL logs in as "${name}": the runtime role must be a member of paydesk_app, own nothing and not bypass row-level security`,
      ],
      exitCodes.configuration,
    )
}

/**
 * Behind row-level security there seem to be no companies, and of none there is nothing
 * to complain about.
 */
export async function assertSeesAll(client: Asks) {
  if (!(await loginFacts(client)).unbound)
    throw new PlainEnd(
      [
        'This login sees only one company at a time: give DATABASE_OWNER_URL a superuser’s login, or one with BYPASSRLS',
      ],
      exitCodes.configuration,
    )
}
