import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { exitCodes, PlainEnd } from '../lib/startup/plain.ts'

/**
 * Makes the login of the processes, or gives it the password of DATABASE_URL if it is there
 * already. It gets the rights of paydesk_app and no others.
 */
export async function giveLogin(ownerUrl: string, runtimeUrl: string): Promise<void> {
  const { username, password } = new URL(runtimeUrl)
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ itself: boolean; super: boolean }>(
      'select rolname = current_user as itself, rolsuper as super from pg_roles where rolname = $1',
      [name],
    )
    if (!name || !secret || rows[0]?.itself || rows[0]?.super)
      throw new PlainEnd(
        [
          'migrate --login: DATABASE_URL must name a login of its own with a password, and not the owner or a superuser',
        ],
        exitCodes.configuration,
      )
    const role = client.escapeIdentifier(name)
    // What the server stores of a password is computed here: statements with passwords in them
    // end up in its log.
    const stored = client.escapeLiteral(scramSecret(secret))
    await client.query(
      `${rows.length > 0 ? 'alter' : 'create'} role ${role} login password ${stored}`,
    )
    await client.query(`grant paydesk_app to ${role}`)
  } finally {
    await client.end()
  }
}

/** A password as PostgreSQL keeps it (RFC 5803). */
export function scramSecret(password: string, salt = randomBytes(16), iterations = 4096): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
