import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type Db, inTransaction } from './db.ts'
import { type Refusal, refuse } from './errors.ts'

const windowMinutes = 15
/** The limit is high because an office of fifty people behind one address may mistype together. */
const addressLimit = 100

/**
 * How often each kind of attempt may be made in a quarter of an hour; a person mistypes a
 * few times. The last three are not guesses but steps that anyone may start. They are
 * counted by address alone so that they use up nobody's tries: browsers begin a passkey
 * sign-in with every page.
 */
const limits = {
  user: 10,
  secondFactor: 10,
  reauthenticate: 10,
  stepUpCode: 10,
  phone: 10,
  phoneSend: 5,
  forgot: 5,
  link: 100,
  passkey: 300,
  oidc: 100,
}
/**
 * Whoever is over one of these is locked out for a while. The others only make someone wait who
 * asks for too much.
 */
const locks: (keyof typeof limits)[] = [
  'user',
  'secondFactor',
  'reauthenticate',
  'stepUpCode',
  'phone',
]
/** Whose subject is an address. */
const byAddress: (keyof typeof limits)[] = ['link', 'passkey', 'oidc']
/**
 * What is guessed, and from which address, where that counts too. It does not for someone who is
 * signed in, nor in a browser where this person has signed in before: a stranger in the same office
 * must not lock them out.
 */
export type Guess = { scope: keyof typeof limits; subject: string; from?: string }

/**
 * Counts the attempt before anything is checked, so that parallel guesses cannot slip past
 * the limit. It counts by the target of the guess (an account, a phone) and by the address
 * that it comes from.
 */
export async function admitAttempt(db: Db, guess: Guess): Promise<void> {
  // The address's key, which many attempts share, is last, so that two attempts never wait for each
  // other in a circle.
  const keys = [subjectKey(guess), addressKey(guess)].filter((key) => key !== undefined)
  const rows = await count(db, keys)
  const over = rows.find(
    ({ key, attempts }) =>
      attempts > (key.startsWith('address:') ? addressLimit : limits[guess.scope]),
  )
  if (!over) return
  const refusal = refuse('login.tooManyAttempts', { minutes: over.minutesLeft })
  refusal.aimedAt.over =
    over.key.startsWith('address:') || !locks.includes(guess.scope) ? 'address' : 'person'
  throw refusal
}

/**
 * Only links that nobody has are counted: whoever tries many must not keep others at that address
 * from using theirs.
 */
export async function unknownLink(pool: pg.Pool, address: string): Promise<Refusal> {
  await inTransaction(pool, [], (db) => admitAttempt(db, { scope: 'link', subject: address }))
  return refuse('login.linkOver')
}

/**
 * Counts something else that is worth counting for the same time, and says the how manieth it is.
 */
export async function countAttempt(db: Db, key: string): Promise<number> {
  const [row] = await count(db, [sql`lower(${key})`])
  return row?.attempts ?? 1
}

const count = (db: Db, keys: RawBuilder<string>[]) =>
  db
    .insertInto('loginThrottle')
    .values(
      keys.map((key) => ({
        key,
        attempts: 1,
        windowEndsAt: sql<string>`now() + ${windowMinutes} * interval '1 minute'`,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        attempts: sql`case
          when login_throttle.window_ends_at < now() then 1
          else login_throttle.attempts + 1
        end`,
        windowEndsAt: sql`case
          when login_throttle.window_ends_at < now() then excluded.window_ends_at
          else login_throttle.window_ends_at
        end`,
      }),
    )
    .returning([
      'key',
      'attempts',
      sql<number>`ceil(extract(epoch from window_ends_at - now()) / 60)::int`.as('minutesLeft'),
    ])
    .execute()

/** A success forgives the failures before it and takes itself off the address's count. */
export async function forgiveAttempts(db: Db, guess: Guess): Promise<void> {
  await db.deleteFrom('loginThrottle').where('key', '=', subjectKey(guess)).execute()
  const fromAddress = addressKey(guess)
  if (!fromAddress) return
  await db
    .updateTable('loginThrottle')
    .set((set) => ({ attempts: set('attempts', '-', 1) }))
    .where('key', '=', fromAddress)
    .where('attempts', '>', 0)
    .execute()
}

// The database folds the case, as in the look-up: JavaScript folds 'İ' differently, which would
// give one name many counts.
const subjectKey = ({ scope, subject }: Guess) =>
  sql<string>`${scope}::text || ':' || lower(
    ${byAddress.includes(scope) ? network(subject) : subject}
  )`

/**
 * Each kind of attempt has its own count: who asks for many reset links keeps nobody at that
 * address from signing in.
 */
const addressKey = ({ scope, from }: Guess) =>
  from === undefined
    ? undefined
    : sql<string>`'address:' || ${scope}::text || ':' || ${network(from)}::text`

/** IPv6 addresses count by their /64, because someone who has one address of it has them all. */
export function network(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const [left, right] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const groups = address.includes('::')
    ? [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
    : left
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Deletes windows that are over, since they keep nobody out. */
export const sweepThrottle = (db: Db) =>
  sql`delete from login_throttle where window_ends_at < now() - interval '1 day'`.execute(db)
