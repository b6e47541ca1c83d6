import type { Id } from '@paydesk/contract/lib/id'
import type { CompanySetting } from '@paydesk/contract/people/companySetting'
import { sql } from 'kysely'
import { todayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { refuseInQuarantine } from '../../lib/outside/quarantine.ts'

type Company = { id: string; code: string; timezone: string }

export async function companyOf(db: Db, companyId: Id<'company'>): Promise<Company> {
  return db
    .selectFrom('company')
    .select(['id', 'code', 'timezone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
}

/** The format on a day, with {seq} left in it. */
function prefixOf(numberFormat: string, { code }: Company, day: string): string {
  const [yyyy = '', mm = '', dd = ''] = day.split('-')
  const tokens: Record<string, string> = { code, yyyy, yy: yyyy.slice(2), mm, dd }
  return numberFormat.replace(/\{(\w+)\}/g, (whole, token: string) => tokens[token] ?? whole)
}

/**
 * The next numbers of the company's format. One counter serves each value of the format without
 * {seq}, so a new year starts at 1 without further work. The counter's row is locked until the
 * commit: a number is never given twice, and gaps arise only where a transaction failed. A bill of
 * an earlier format may already have one of the numbers.
 */
export async function takeNumbers(
  db: Db,
  company: Company,
  { numberFormat, numberDigits }: CompanySetting['billing'],
  count: number,
): Promise<string[]> {
  const prefix = prefixOf(numberFormat, company, todayIn(company.timezone))
  const taken = sql<{ last: number }>`
    insert into bill_number as n (company_id, prefix, last)
    values (${company.id}, ${prefix}, ${count})
    on conflict (company_id, prefix) do update set last = n.last + ${count}
    returning last`.execute(db)
  // A restored database may hand out a number that an invoice at PayPal has (pushNumbers).
  const [{ rows }] = await Promise.all([taken, refuseInQuarantine(db)])
  const first = (rows[0]?.last ?? 0) - count + 1
  return Array.from({ length: count }, (_, index) =>
    prefix.replace('{seq}', String(first + index).padStart(numberDigits, '0')),
  )
}

/** Returns `count` numbers that no bill has. */
export async function freeNumbers(
  db: Db,
  company: Company,
  billing: CompanySetting['billing'],
  count: number,
): Promise<string[]> {
  const free: string[] = []
  while (free.length < count) {
    const numbers = await takeNumbers(db, company, billing, count - free.length)
    const { rows: taken } = await sql<{ number: string }>`
      select number
      from bill
      where company_id = ${company.id} and number = any(${numbers})`.execute(db)
    free.push(...numbers.filter((number) => !taken.some((bill) => bill.number === number)))
  }
  return free
}

const dayMs = 86_400_000
const mostDays = 400

/** What stands in the place of {seq}, if the number is of this format. */
function sequenceOf(prefix: string, number: string): number | undefined {
  const [head = '', tail = ''] = prefix.split('{seq}')
  if (!prefix.includes('{seq}') || !number.startsWith(head) || !number.endsWith(tail))
    return undefined
  const digits = number.slice(head.length, number.length - tail.length)
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
}

/**
 * A restored database has forgotten numbers that it gave away. The counters go on behind
 * the numbers that PayPal has; those of formats that began since (a new year, month or
 * day) begin there.
 */
export async function pushNumbers(
  db: Db,
  companyId: Id<'company'>,
  { numberFormat }: CompanySetting['billing'],
  numbers: string[],
  since: string,
): Promise<{ prefix: string; last: number }[]> {
  const company = await companyOf(db, companyId)
  const { rows } = await sql<{
    prefix: string
    last: number
  }>`select prefix, last from bill_number where company_id = ${companyId}`.execute(db)
  const days = Math.min(mostDays, Math.ceil((Date.now() - Date.parse(since)) / dayMs) + 2)
  const ofDays = Array.from({ length: days }, (_, day) =>
    prefixOf(
      numberFormat,
      company,
      new Date(Date.now() - (day - 1) * dayMs).toISOString().slice(0, 10),
    ),
  )
  const pushed: { prefix: string; last: number }[] = []
  for (const prefix of new Set([...rows.map((row) => row.prefix), ...ofDays])) {
    const last = Math.max(0, ...numbers.map((number) => sequenceOf(prefix, number) ?? 0))
    if (last <= (rows.find((row) => row.prefix === prefix)?.last ?? 0)) continue
    await sql`
      insert into bill_number as n (company_id, prefix, last)
      values (${companyId}, ${prefix}, ${last})
      on conflict (company_id, prefix) do update set
        last = greatest(n.last, excluded.last)`.execute(db)
    pushed.push({ prefix, last })
  }
  return pushed
}
