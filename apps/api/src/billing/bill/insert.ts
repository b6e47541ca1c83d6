import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import type { billValues, contentValues } from './content.ts'
import { indexBills } from './search.ts'

type Draft = ReturnType<typeof billValues> &
  ReturnType<typeof contentValues> & { id: string; number: string; customerName: string }

/** Inserts many imported drafts in a handful of statements. */
export async function insertDrafts(db: Db, { companyId, userId, name }: Actor, drafts: Draft[]) {
  const json = toJsonb(drafts)
  await sql`
    insert into bill (
      company_id, id, number, customer_id, customer_name, title, currency, subtotal_minor,
      discount_total_minor, tax_total_minor, shipping_minor, total_minor, due_minor, allow_partial,
      minimum_due_minor, bill_date, term, due_date, account_id, tags, owner_id, last_action,
      last_actor
    )
    select ${companyId}, x.id, x.number, x."customerId", x."customerName", x.title, x.currency,
      x."subtotalMinor", x."discountTotalMinor", x."taxTotalMinor", x."shippingMinor",
      x."totalMinor", x."dueMinor", x."allowPartial", x."minimumDueMinor", x."billDate", x.term,
      x."dueDate", x."accountId", x.tags, ${userId}, 'import', ${name}
    from jsonb_to_recordset(${json}::jsonb) as x (
      id uuid, number text, "customerId" uuid, "customerName" text, title text, currency text,
      "subtotalMinor" bigint, "discountTotalMinor" bigint, "taxTotalMinor" bigint,
      "shippingMinor" bigint, "totalMinor" bigint, "dueMinor" bigint, "allowPartial" boolean,
      "minimumDueMinor" bigint, "billDate" date, term text, "dueDate" date, "accountId" uuid,
      tags text[]
    )`.execute(db)
  // The parts of a bill's content are JSON texts inside this JSON, because `contentValues` prepares
  // them for the driver.
  await sql`
    insert into bill_content (
      company_id, bill_id, recipient, items, discount, shipping, note, terms, memo
    )
    select ${companyId}, x.id, x.recipient::jsonb, x.items::jsonb, x.discount::jsonb,
      x.shipping::jsonb, x.note, x.terms, x.memo
    from jsonb_to_recordset(${json}::jsonb) as x (
      id uuid, recipient text, items text, discount text, shipping text, note text, terms text,
      memo text
    )`.execute(db)
  await sql`insert into bill_entry (company_id, bill_id, source, kind, actor_id, actor_name)
    select ${companyId}, id, 'person', 'import', ${userId}, ${name}
    from jsonb_to_recordset(${json}::jsonb) as x (id uuid)`.execute(db)
  await indexBills(
    db,
    companyId,
    drafts.map(({ id }) => id),
  )
}
