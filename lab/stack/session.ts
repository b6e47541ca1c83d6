/** Opens sessions directly in the database, for tests that use the screens. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/** Where the console keeps the token of a session. */
export const tokenKey = 'PaypalManageToken'

/** The session counts as one whose person has just shown a second factor, for a day. */
export async function showFactor(owner: pg.Pool, token: string) {
  await owner.query(
    `update session
     set factor_at = now() + interval '1 day'
     where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  )
}

/**
 * A session of somebody who must set up a second factor before they sign in: of everyone who
 * refunds, approves or administers. It is as if they had signed in by password before that was so,
 * with its entry in the audit log.
 */
export async function openSession(
  owner: pg.Pool,
  username: string,
  userAgent: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { rowCount } = await owner.query(
    `with opened as (
       insert into session (
         company_id, user_id, token_hash, idle_seconds, expires_at, address, user_agent,
         reauthenticated_at
       )
       select company_id, id, sha256(convert_to($1, 'UTF8')), 86400, now() + interval '1 day',
         '127.0.0.1', $2, now()
       from app_user
       where username = $3
       returning company_id, id, user_id
     )
     insert into audit_entry (
       company_id, seq, at, actor_id, actor_name, action, entity, entity_id, entity_label, address,
       device, prev_hash, hash
     )
     select o.company_id, 0, now(), u.id, u.name, 'session.signIn', 'session', o.id::text, u.name,
       '127.0.0.1', $2, '', ''
     from opened o
     join app_user u on u.id = o.user_id`,
    [token, userAgent, username],
  )
  if (rowCount !== 1) throw new Error(`No user ${username}`)
  return token
}
