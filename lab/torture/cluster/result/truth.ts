import type pg from 'pg'
import { compareEvents } from '../../../truth/events.ts'
import type { Simulator } from '../../../world/simulator.ts'
import type { CallBook } from '../load/caller.ts'
import type { Promises } from '../load/people.ts'

type Place = { owner: pg.Pool; sim: Simulator; companyId: string }
type BillRow = {
  id: string
  title: string
  status: string
  total: string
  invoice: string | null
  cancelled: boolean
}

const repeatedOf = (all: string[]) =>
  [...Map.groupBy(all, (one) => one)].flatMap(([one, { length }]) =>
    length > 1 ? [`${one} ${length}×`] : [],
  )

/** What was acknowledged to a person and is not there. */
export async function findLost({ owner, companyId }: Place, promises: Promises): Promise<string[]> {
  const { rows } = await owner.query<BillRow>(
    `select id, title, status, total_minor as total, provider_invoice_id as invoice,
       cancelled_at is not null as cancelled
     from bill where company_id = $1 and title like 'Torture %'`,
    [companyId],
  )
  const bills = new Map(rows.map((row) => [row.id, row]))
  const notes = new Set(await notesOf(owner, companyId))
  const missing = (what: string, ids: Iterable<string>, isThere: (bill: BillRow) => boolean) =>
    [...ids].flatMap((id) => {
      const bill = bills.get(id)
      return bill && isThere(bill)
        ? []
        : [`${what} of ${promises.bills.get(id)} (${bill?.status ?? 'no bill'})`]
    })
  return [
    ...missing('making', promises.bills.keys(), () => true),
    ...missing(
      'total',
      promises.totals.keys(),
      ({ id, total }) => Number(total) === promises.totals.get(id),
    ),
    ...missing(
      'sending',
      promises.sent,
      ({ status, invoice }) => invoice !== null && status !== 'draft' && status !== 'sendFailed',
    ),
    ...missing('cancelling', promises.cancelled, ({ status }) => status === 'cancelled'),
    ...[...promises.notes].filter((text) => !notes.has(text)).map((text) => `note ${text}`),
  ]
}

/** What was asked for once and is there twice: here, and at the simulator by its journal. */
export async function findDoubled({ owner, sim, companyId }: Place): Promise<string[]> {
  const { rows: titles } = await owner.query<{ title: string }>(
    `select title from bill where company_id = $1 and title like 'Torture %'`,
    [companyId],
  )
  const { rows: operations } = await owner.query<{ act: string }>(
    `select kind || ' of ' || bill_id as act
     from operation
     where company_id = $1
       and state = 'done'
       and kind in ('createInvoice', 'sendInvoice', 'cancelInvoice')`,
    [companyId],
  )
  const invoices = await sim.invoices(50_000)
  return [
    ...repeatedOf(titles.map(({ title }) => `bill ${title}`)),
    ...repeatedOf((await notesOf(owner, companyId)).map((text) => `note ${text}`)),
    ...repeatedOf(operations.map(({ act }) => act)),
    ...repeatedOf(invoices.map(({ number }) => `invoice ${number}`)),
    ...repeatedOf(
      (await effectsOf(sim)).filter((effect) => /^invoice\.(created|sent|cancelled) /.test(effect)),
    ),
  ]
}

/**
 * Work that waits although nothing disturbs it any more. Jobs that come round by themselves
 * are not counted.
 */
export async function jobsLeft(owner: pg.Pool): Promise<{ operations: number; dead: number }> {
  const { rows } = await owner.query<{ operations: number; dead: number }>(
    `select (
       select count(*)::int
       from pgboss.job
       where name = 'operation.perform' and state < 'completed'
     ) as operations,
       (select count(*)::int from pgboss.job where name = 'dead') as dead`,
  )
  return rows[0] as { operations: number; dead: number }
}

/** Events that the product took from PayPal and then lost, or never came to an end with. */
export async function eventsLost({ owner, sim }: Place): Promise<string[]> {
  const deliveries = (await (await fetch(`${sim.url}/sim/deliveries`)).json()) as {
    acknowledged: string[]
  }
  return compareEvents(owner, deliveries.acknowledged)
}

/**
 * How many keys were repeated, and for how many of them the first call had been done: its
 * answer was lost.
 */
export async function repeatedKeys(owner: pg.Pool, { repeated }: CallBook) {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n
     from idempotency i
     join unnest($1::text[], $2::float8[]) as r (key, at) on r.key = i.key
     where i.created_at < to_timestamp(r.at / 1000)`,
    [[...repeated.keys()], [...repeated.values()]],
  )
  return { repeated: repeated.size, alreadyDone: rows[0]?.n ?? 0 }
}

async function notesOf(owner: pg.Pool, companyId: string): Promise<string[]> {
  const { rows } = await owner.query<{ text: string }>(
    `select data->>'text' as text
     from bill_entry
     where company_id = $1 and kind = 'note' and data->>'text' like 'Torture %'`,
    [companyId],
  )
  return rows.map(({ text }) => text)
}

async function effectsOf(sim: Simulator): Promise<string[]> {
  type Journal = { entries: { seq: number; effects: string[] }[]; last: number }
  const effects: string[] = []
  for (let after = 0; ; ) {
    const { entries, last } = (await (
      await fetch(`${sim.url}/sim/journal?after=${after}`)
    ).json()) as Journal
    effects.push(...entries.flatMap((entry) => entry.effects))
    after = entries.at(-1)?.seq ?? last
    if (after >= last) return effects
  }
}
