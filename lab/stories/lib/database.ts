/**
 * What the stories change behind the product's back: it would take minutes, or a second factor for
 * every person of every story.
 */
import pg from 'pg'
import * as session from '../../stack/session.ts'

let pool: pg.Pool | undefined
const connected = () =>
  (pool ??= new pg.Pool({
    connectionString: process.env.E2E_DATABASE_URL,
    max: 1,
    allowExitOnIdle: true,
  }))

const ofToken = `where token_hash = sha256(convert_to($1, 'UTF8'))`

/**
 * Nearly every story does something that asks for a second factor, and only people/stepUp.e2e.ts is
 * about the asking.
 */
export const showFactor = (token: string) => session.showFactor(connected(), token)
export const openSession = (username: string, userAgent: string) =>
  session.openSession(connected(), username, userAgent)

/** An hour has passed since the person showed anything. */
export async function forgetProof(token: string) {
  await connected().query(
    `update session set factor_at = null, reauthenticated_at = now() - interval '1 hour' ${ofToken}`,
    [token],
  )
}

/** The bill's reminders count as those of another day. PayPal's own count stays. */
export async function forgetReminders(billId: string) {
  await connected().query(
    `update operation set created_at = created_at - interval '2 days' where bill_id = $1 and kind = 'remindInvoice'`,
    [billId],
  )
}

/**
 * The bill was to be paid so many days ago, on its company's calendar. PayPal's invoice keeps its
 * day.
 */
export async function makeOverdue(billId: string, days: number) {
  await connected().query(
    `update bill b set due_date = (now() at time zone c.timezone)::date - $2::integer, provider_seen_at = now()
     from company c where c.id = b.company_id and b.id = $1`,
    [billId, days],
  )
}

/**
 * As if the database had just been restored to this moment. It is over for everybody with the story
 * (playwright.config.ts).
 */
export async function beginQuarantine(restoredTo: Date) {
  await connected().query(`select quarantine_on($1, '磁盘故障')`, [restoredTo])
}
export async function endQuarantine() {
  await connected().query('update installation set left_at = now() where left_at is null')
}

/**
 * The bill was made after the moment to which the database was restored. PayPal still has its
 * invoice.
 */
export async function forgetBill(billId: string) {
  await connected().query('update bill set operation_id = null where id = $1', [billId])
  for (const table of ['operation', 'bill_entry', 'bill_content', 'bill_search'])
    await connected().query(`delete from ${table} where bill_id = $1`, [billId])
  await connected().query('delete from bill where id = $1', [billId])
}
