import type { CompanySetting } from '@paydesk/contract/companySetting'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

type Company = { id: string; code: string; timezone: string }

export async function companyOf(db: Db, companyId: string): Promise<Company> {
  return db.selectFrom('company').select(['id', 'code', 'timezone']).where('id', '=', companyId).executeTakeFirstOrThrow()
}

export const todayIn = (timezone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date())

/**
 * The next number of the company's format. Counted per everything in the format but {seq}, so a new year starts at 1 by itself. The
 * counter's row is locked until the commit: numbers have gaps only where a transaction failed, and are never given twice.
 */
export async function nextNumber(db: Db, company: Company, { numberFormat, numberDigits }: CompanySetting['billing']): Promise<string> {
  const [yyyy = '', mm = '', dd = ''] = todayIn(company.timezone).split('-')
  const tokens: Record<string, string> = { code: company.code, yyyy, yy: yyyy.slice(2), mm, dd }
  const prefix = numberFormat.replace(/\{(\w+)\}/g, (whole, token: string) => tokens[token] ?? whole)
  for (;;) {
    const { rows } = await sql<{ last: number }>`
      insert into bill_number as n (company_id, prefix, last) values (${company.id}, ${prefix}, 1)
      on conflict (company_id, prefix) do update set last = n.last + 1 returning last`.execute(db)
    const number = prefix.replace('{seq}', String(rows[0]?.last).padStart(numberDigits, '0'))
    // A bill that came with its own number (an import, an earlier format) may already have it.
    const taken = await db
      .selectFrom('bill')
      .select('id')
      .where('companyId', '=', company.id)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!taken) return number
  }
}
