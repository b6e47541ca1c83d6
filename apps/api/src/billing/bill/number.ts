import type { Id } from '@paydesk/contract/lib/id'
import type { CompanySetting } from '@paydesk/contract/people/companySetting'
import { sql } from 'kysely'
import { todayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'

type Company = { id: string; code: string; timezone: string }

export async function companyOf(db: Db, companyId: Id<'company'>): Promise<Company> {
  return db.selectFrom('company').select(['id', 'code', 'timezone']).where('id', '=', companyId).executeTakeFirstOrThrow()
}

/**
 * The next numbers of the company's format. One counter serves each value of the format without {seq}, so a new year starts at 1 without
 * further work. The counter's row is locked until the commit: a number is never given twice, and gaps arise only where a transaction
 * failed. A bill of an earlier format may already have one of the numbers.
 */
export async function takeNumbers(
  db: Db,
  company: Company,
  { numberFormat, numberDigits }: CompanySetting['billing'],
  count: number,
): Promise<string[]> {
  const [yyyy = '', mm = '', dd = ''] = todayIn(company.timezone).split('-')
  const tokens: Record<string, string> = { code: company.code, yyyy, yy: yyyy.slice(2), mm, dd }
  const prefix = numberFormat.replace(/\{(\w+)\}/g, (whole, token: string) => tokens[token] ?? whole)
  const { rows } = await sql<{ last: number }>`
    insert into bill_number as n (company_id, prefix, last) values (${company.id}, ${prefix}, ${count})
    on conflict (company_id, prefix) do update set last = n.last + ${count} returning last`.execute(db)
  const first = (rows[0]?.last ?? 0) - count + 1
  return Array.from({ length: count }, (_, index) => prefix.replace('{seq}', String(first + index).padStart(numberDigits, '0')))
}

/** Returns `count` numbers that no bill has. */
export async function freeNumbers(db: Db, company: Company, billing: CompanySetting['billing'], count: number): Promise<string[]> {
  const free: string[] = []
  while (free.length < count) {
    const numbers = await takeNumbers(db, company, billing, count - free.length)
    const { rows: taken } = await sql<{ number: string }>`
      select number from bill where company_id = ${company.id} and number = any(${numbers})`.execute(db)
    free.push(...numbers.filter((number) => !taken.some((bill) => bill.number === number)))
  }
  return free
}
