import type { CompanySetting } from '@paydesk/contract/companySetting'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

type Company = { id: string; code: string; timezone: string }

export async function companyOf(db: Db, companyId: string): Promise<Company> {
  return db.selectFrom('company').select(['id', 'code', 'timezone']).where('id', '=', companyId).executeTakeFirstOrThrow()
}

/** Making one takes a fifth of a millisecond, and every bill needs one. */
const calendars = new Map<string, Intl.DateTimeFormat>()
export function todayIn(timezone: string): string {
  const calendar = calendars.get(timezone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone })
  calendars.set(timezone, calendar)
  return calendar.format(new Date())
}

/**
 * The next numbers of the company's format. Counted per everything in the format but {seq}, so a new year starts at 1 by itself. The
 * counter's row is locked until the commit: numbers have gaps only where a transaction failed, and are never given twice.
 */
export async function nextNumbers(
  db: Db,
  company: Company,
  { numberFormat, numberDigits }: CompanySetting['billing'],
  count: number,
): Promise<string[]> {
  const [yyyy = '', mm = '', dd = ''] = todayIn(company.timezone).split('-')
  const tokens: Record<string, string> = { code: company.code, yyyy, yy: yyyy.slice(2), mm, dd }
  const prefix = numberFormat.replace(/\{(\w+)\}/g, (whole, token: string) => tokens[token] ?? whole)
  const free: string[] = []
  while (free.length < count) {
    const wanted = count - free.length
    const { rows } = await sql<{ last: number }>`
      insert into bill_number as n (company_id, prefix, last) values (${company.id}, ${prefix}, ${wanted})
      on conflict (company_id, prefix) do update set last = n.last + ${wanted} returning last`.execute(db)
    const first = (rows[0]?.last ?? 0) - wanted + 1
    const numbers = Array.from({ length: wanted }, (_, index) => prefix.replace('{seq}', String(first + index).padStart(numberDigits, '0')))
    // A bill of an earlier format may already have one of them.
    const { rows: taken } = await sql<{ number: string }>`
      select number from bill where company_id = ${company.id} and number = any(${numbers})`.execute(db)
    free.push(...numbers.filter((number) => !taken.some((bill) => bill.number === number)))
  }
  return free
}

export const nextNumber = async (db: Db, company: Company, billing: CompanySetting['billing']): Promise<string> =>
  (await nextNumbers(db, company, billing, 1))[0] as string
