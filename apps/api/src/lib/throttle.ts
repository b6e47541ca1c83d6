import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { refuse } from './errors.ts'

const windowMinutes = 15
/** An office of fifty behind one address may mistype together. */
const addressLimit = 100

/**
 * What is guessed at, and how often in a quarter of an hour. A person mistypes a few times. The last three are not guesses but steps
 * that anyone may start, counted by address alone so that they use up nobody's tries: browsers begin a passkey with every page.
 */
const limits = { user: 10, secondFactor: 10, reauthenticate: 10, phone: 10, phoneSend: 5, forgot: 5, link: 100, passkey: 300, oidc: 100 }
export type Guess = { scope: keyof typeof limits; subject: string }

/**
 * Counts the attempt before anything is checked, so that parallel guesses cannot slip past the limit: by what is guessed at
 * (an account, a phone) and by the address that guesses.
 */
export async function admitAttempt(db: Db, guess: Guess, address?: string): Promise<void> {
  const rows = await db
    .insertInto('loginThrottle')
    .values(
      keysOf(guess, address).map((key) => ({
        key,
        attempts: 1,
        windowEndsAt: sql<string>`now() + ${windowMinutes} * interval '1 minute'`,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        attempts: sql`case when login_throttle.window_ends_at < now() then 1 else login_throttle.attempts + 1 end`,
        windowEndsAt: sql`case when login_throttle.window_ends_at < now() then excluded.window_ends_at else login_throttle.window_ends_at end`,
      }),
    )
    .returning(['key', 'attempts', sql<number>`ceil(extract(epoch from window_ends_at - now()) / 60)::int`.as('minutesLeft')])
    .execute()
  const over = rows.find(({ key, attempts }) => attempts > (key.startsWith('address:') ? addressLimit : limits[guess.scope]))
  if (over) throw refuse('login.tooManyAttempts', { minutes: over.minutesLeft })
}

/** A success forgives the failures before it and takes itself off the address's count. */
export async function forgiveAttempts(db: Db, guess: Guess, address: string): Promise<void> {
  const [subject, fromAddress] = keysOf(guess, address) as [RawBuilder<string>, RawBuilder<string>]
  await db.deleteFrom('loginThrottle').where('key', '=', subject).execute()
  await db
    .updateTable('loginThrottle')
    .set((set) => ({ attempts: set('attempts', '-', 1) }))
    .where('key', '=', fromAddress)
    .where('attempts', '>', 0)
    .execute()
}

// The shared key is last, so that two attempts never wait for each other in a circle.
// Folded by the database, as the look-up is: JavaScript folds 'İ' differently, which would give one name many counts.
const keysOf = ({ scope, subject }: Guess, address?: string): RawBuilder<string>[] => [
  sql`${scope}::text || ':' || lower(${subject})`,
  ...(address === undefined ? [] : [sql<string>`'address:' || ${network(address)}::text`]),
]

/** Whoever has one IPv6 address has its whole /64. */
export function network(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const [left, right] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const groups = address.includes('::') ? [...left, ...Array(8 - left.length - right.length).fill('0'), ...right] : left
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Windows that are over keep nobody out. */
export const sweepThrottle = (db: Db) => sql`delete from login_throttle where window_ends_at < now() - interval '1 day'`.execute(db)
