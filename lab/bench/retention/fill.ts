import type pg from 'pg'

/** Months that are past keeping, as they would be there by now. Says how many bytes they take. */
export async function fillMonths(owner: pg.Pool, months: number, rows: number): Promise<number> {
  const names: string[] = []
  for (let n = 0; n < months; n++) {
    const { rows: made } = await owner.query<{ name: string; from: string; to: string }>(
      `select month_of('paypal_event_body', at) as name, at::text as
       from, ((at at time zone 'UTC' + interval '1 month') at time zone 'UTC')::text as to
       from (
         select (
           month_begin(now()) at time zone 'UTC' - make_interval(months => $1)
         ) at time zone 'UTC' as at
       ) x`,
      [12 + n],
    )
    const { name, from, to } = made[0] as { name: string; from: string; to: string }
    names.push(name)
    await owner.query(
      `create table ${name} (
         like paypal_event_body including storage
       ) with (toast_tuple_target = 8160)`,
    )
    await owner.query(
      `alter table paypal_event_body attach partition ${name} for values
       from ('${from}') to ('${to}')`,
    )
    await owner.query(
      `with account as materialized (
         select row_number() over (order by id) - 1 as n, company_id, id from paypal_account
       ),
         given as materialized (
           select a.company_id, a.id as account_id, '${name}-' || g as event_id,
             $2::timestamptz + make_interval(secs => g) as at,
             convert_to(
               rpad('{"id": "' || g, 1800 + (g % 1400 * 7919) % 1400, md5(g::text)), 'UTF8'
             ) as raw
           from generate_series(1, $1) g
           join account a on a.n = g % (select count(*) from account)
         ),
         small as (
           insert into paypal_event (
             company_id, account_id, event_id, event_type, resource_id, received_at, body_at,
             digest, transmission_id, raw
           )
           select company_id, account_id, event_id, 'INVOICING.INVOICE.PAID', 'INV2-' || event_id,
             at, at, sha256(raw), event_id, ''
           from given
         )
       insert into paypal_event_body select company_id, account_id, event_id, at, raw from given`,
      [rows, from],
    )
  }
  await owner.query('checkpoint')
  const size = await owner.query<{ bytes: string }>(
    'select sum(pg_total_relation_size(n::regclass)) as bytes from unnest($1::text[]) n',
    [names],
  )
  return Number(size.rows[0]?.bytes)
}
