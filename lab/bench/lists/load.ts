import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { hashToken } from '../../../apps/api/src/lib/actor.ts'

/**
 * 200 companies. The largest has 30 % of the bills, the others follow a power law: the tenth has
 * some 2 %, the last 0.15 %.
 */
export const shape = `
create schema load;
create table load.company as
  with weight as (select no, case when no = 1 then 0.3 / 0.7 * (select sum(power(k, -0.8)) from generate_series(2, 200) k) else power(no, -0.8) end as w
    from generate_series(1, 200) no)
  select no, new_id() as id, (w / sum(w) over ())::float8 as share, (sum(w) over (order by no) / sum(w) over ())::float8 as upto,
    case when no = 1 then 200 when no <= 20 then 50 else 12 end as users from weight;
insert into company (id, name, code, country, timezone, base_currency) select id, '公司 ' || no, 'C' || lpad(no::text, 3, '0'), 'C2', 'Asia/Shanghai', 'USD' from load.company;

-- The first of each company leads the nine after it.
create table load.person as select c.no, u, new_id() as id, c.id as company_id from load.company c, generate_series(1, c.users) u;
insert into app_user (company_id, id, username, name, parent_id)
  select p.company_id, p.id, 'u' || p.no || '-' || p.u, '业务员 ' || p.u, case when p.u between 2 and 10 then l.id end
  from load.person p join load.person l on l.no = p.no and l.u = 1;
insert into user_role select p.company_id, p.id, r.id from load.person p join role r on r.code = 'Operator';
create table load.account as select c.no, a, new_id() as id, c.id as company_id from load.company c, generate_series(1, 3) a;
insert into paypal_account (company_id, id, label, email, environment) select company_id, id, '账户 ' || a, 'pay' || a || '@c' || no || '.example', 'live' from load.account;
alter table load.company add people uuid[], add accounts uuid[], add customers integer, add first_customer integer;
update load.company c set people = (select array_agg(id order by u) from load.person p where p.no = c.no),
  accounts = (select array_agg(id order by a) from load.account a where a.no = c.no), customers = greatest(10, ($rows * share / 50)::integer);
update load.company c set first_customer = (select coalesce(sum(customers), 0) from load.company o where o.no < c.no);

-- Names as people have them: two or three of 300 characters and a trade, or two words; every
-- address its own.
create table load.customer as
  select c.first_customer + k as no, c.id as company_id, new_id() as id, c.people[1 + k % c.users] as owner_id,
    case when h % 5 < 3
      then substr(chars, 1 + (h / 7) % 300, 1) || substr(chars, 1 + (h / 2100) % 300, 1) || case when h % 2 = 0 then substr(chars, 1 + (h / 11) % 300, 1) else '' end
        || (array['贸易有限公司', '国际贸易', '电子商行', '科技', '家居用品厂', '服饰', '灯饰有限公司', '五金'])[1 + (h / 13) % 8]
      else initcap(words[1 + (h / 7) % 40]) || ' ' || initcap(words[1 + (h / 280) % 40]) || (array[' GmbH', ' LLC', ' Ltd', ' AS', ''])[1 + (h / 17) % 5] end as name,
    words[1 + (h / 19) % 40] || '.' || words[1 + (h / 760) % 40] || k || '@' || words[1 + (h / 23) % 40] || (h / 29) % 500 || '.example' as email
  from load.company c, generate_series(0, c.customers - 1) k, lateral (select (hashint8extended(k, c.no) & 1073741823)::integer as h) x,
    (select '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严'
      as chars, string_to_array('nordlys harbor blue lindner casa verde aurora gift sakura global bright prime silver river stone maple cedar north south summit ocean atlas delta omega nova star union royal grand metro smart green solar pacific alpine crystal golden urban trade house', ' ') as words) p;
insert into customer (company_id, id, name, email, owner_id) select company_id, id, name, email, owner_id from load.customer;
create index on load.customer (no);
create table load.title as select c.id as company_id, hashtextextended(c.id::text, 0) as seed, t.title, bill_grams(c.id, lower(t.title), true) as grams from load.company c,
  (select a || b as title from unnest(array['样品', 'LED 灯具', '定制包装', '空运', '模具', '春季新款', 'Spring collection ', 'Sample ', '家具', '配件']) a,
    unnest(array['尾款', '首付款', '费用', '运费', 'deposit', '货款']) b) t;
alter table load.customer add words text, add grams integer[];
analyze load.customer, load.title, load.company;
`

/**
 * Bills of the last two years in the order of time, as they come in life; ids are
 * UUIDv7 of that time.
 */
export const bills = `
  insert into bill (
    company_id, id, number, title, customer_id, customer_name, currency, total_minor, paid_minor,
    due_minor, due_date, owner_id, account_id, status, created_at
  )
  select c.id,
    (
      lpad(
        to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'
      ) || '7' || substr(m, 1, 3) || '8' || substr(m, 4, 15)
    )::uuid,
    'C' || lpad(c.no::text, 3, '0') || '-' || extract(year from at) || '-' || lpad(i::text, 8, '0'),
    t.titles[1 + a % 60], k.id, k.name,
    case
      when b % 100 < 70 then 'USD'
      when b % 100 < 90 then 'EUR'
      when b % 100 < 99 then 'GBP'
      else 'JPY'
    end,
    1000 + a % 100000, case when s in ('paid', 'refunded') then 1000 + a % 100000 else 0 end,
    case when s in ('paid', 'refunded') then 0 else 1000 + a % 100000 end,
    at::date + (array[7, 15, 30, 30, 60])[1 + b % 5], c.people[1 + (a / 7) % c.users],
    case when s <> 'draft' then c.accounts[1 + (b / 7) % 3] end, s, at
  from generate_series($from::bigint, $to::bigint) i
  cross join lateral (
    select (hashint8extended(i, 1) & 1073741823)::integer as a,
      (hashint8extended(i, 2) & 1073741823)::integer as b,
      (hashint8extended(i, 3) & 1073741823)::integer as d, md5(i::text) as m,
      now() - ($rows - i) * (interval '730 days' / $rows) as at
  ) h
  cross join lateral (
    select case
      when x < 5 then 'draft'
      when x < 6 then 'sendFailed'
      when x < 20 then 'sent'
      when x < 21 then 'paymentPending'
      when x < 24 then 'partiallyPaid'
      when x < 86 then 'paid'
      when x < 88 then 'partiallyRefunded'
      when x < 90 then 'refunded'
      when x < 98 then 'cancelled'
      else 'writtenOff'
    end as s
    from (select (d / 7) % 100 as x) y
  ) z
  cross join (select array_agg(distinct title) as titles from load.title) t
  join load.company c
    on c.no = 1 + width_bucket(
      d / 1073741824.0::float8, (select array_agg(upto order by no) from load.company)
    )
  join load.customer k on k.no = c.first_customer + a % c.customers`

/**
 * Does the work of index_bills() ten times as fast: the grams of titles and customers are made
 * once, and those of the numbers, which all have one length, are written out. A sample is compared
 * with the real function afterwards.
 */
const numberGrams = Array.from(
  { length: 17 },
  (_, at) => `(hashtextextended(substr(lower(b.number), ${at + 1}, 3), t.seed) >> 32)::integer`,
)
const words = `
  insert into bill_search (company_id, bill_id, text, grams)
  select b.company_id, b.id, lower(b.number) || chr(1) || lower(b.title) || chr(1) || k.words,
    array[${numberGrams}] || t.grams || k.grams
  from bill b
  join load.customer k on k.id = b.customer_id
  join load.title t on t.company_id = b.company_id and t.title = b.title
  where b.ctid >= '($from,0)' and b.ctid < '($to,0)'`

const collected = `
  insert into bill_figure (company_id, owner_id, kind, day, currency, row_count, amount_minor)
  select company_id,
    case when grouping(owner_id) = 1 then '00000000-0000-0000-0000-000000000000' else owner_id end,
    kind, day, currency, count(*), sum(case kind when 'fee' then paid_minor / 25 else paid_minor end)
  from (
    select company_id, owner_id, (created_at + interval '3 days')::date as day, currency, paid_minor
    from bill
    where paid_minor > 0
  ) b
  cross join (values ('collected'), ('fee')) k (kind)
  group by grouping sets (
    (company_id, owner_id, kind, day, currency), (company_id, kind, day, currency)
  )`

export type Progress = (what: string) => void

/** Opens two connections that load halves side by side. */
export async function openLoader(ownerUrl: string, rows: number) {
  const connect = async () => {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    // The rows are correct by construction, so foreign keys need no look-ups; the rows that
    // triggers would post are not needed.
    await client.query(
      `set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set hash_mem_multiplier = 4`,
    )
    return client
  }
  const clients = [await connect(), await connect()] as const
  const halves = (text: string, all: number) =>
    Promise.all(
      clients.map((client, index) => {
        const half = Math.floor(all / 2)
        const [from, to] =
          index === 0
            ? [text.includes('ctid') ? 0 : 1, half]
            : [text.includes('ctid') ? half : half + 1, all]
        return client.query(
          text
            .replaceAll('$from', String(from))
            .replaceAll('$to', String(to))
            .replaceAll('$rows', String(rows)),
        )
      }),
    )
  /**
   * Drops the indexes that belong to no constraint and builds them at the end, one by one, because
   * each build takes both cores.
   */
  const withoutIndexes = async (tables: string[], work: () => Promise<void>) => {
    const { rows: indexes } = await clients[0].query(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
       where indrelid = any($1::regclass[])
         and not exists (select from pg_constraint where conindid = indexrelid)`,
      [tables],
    )
    await clients[0].query(`drop index ${indexes.map(({ name }) => name).join(', ')}`)
    await work()
    for (const { text } of indexes) await clients[0].query(text)
    for (const table of tables) await clients[0].query(`vacuum (freeze, analyze) ${table}`)
  }
  const end = () => Promise.all(clients.map((client) => client.end()))
  return { first: clients[0], halves, withoutIndexes, end }
}

export async function loadBills(ownerUrl: string, rows: number, say: Progress) {
  const { first, halves, withoutIndexes, end } = await openLoader(ownerUrl, rows)
  await first.query(shape.replaceAll('$rows', String(rows)))
  await halves(
    `update load.customer
     set words = lower(name) || chr(1) || lower(email),
       grams = bill_grams(company_id, lower(name), true) || bill_grams(
         company_id, lower(email), true
       )
     where ctid >= '($from,0)' and ctid < '($to,0)'`,
    (await first.query(`select pg_relation_size('load.customer') / 8192 as pages`)).rows[0].pages *
      1 +
      1,
  )
  await first.query('vacuum analyze load.customer')
  say(`${rows} rows: companies, people and customers`)
  await withoutIndexes(['bill', 'bill_search'], async () => {
    await halves(bills, rows)
    say('bills')
    await first.query('analyze bill')
    await halves(
      words,
      Number(
        (await first.query(`select pg_relation_size('bill') / 8192 + 1 as pages`)).rows[0].pages,
      ),
    )
    say('words')
  })
  say('indexes')
  // The triggers were off, and payments are not loaded: only their effect on the
  // figures is written.
  await first.query('select refill_bill_figures()')
  await first.query(collected)
  say('figures')
  await first.query('vacuum analyze')
  say('vacuumed')
  const counted = (
    await first.query(
      'select (select count(*) from bill)::integer as bills, (select count(*) from bill_search)::integer as words',
    )
  ).rows[0]
  if (counted.bills !== rows || counted.words !== rows)
    throw new Error(`loaded ${JSON.stringify(counted)}`)
  await assertIndexed(first, rows)
  const sizes = await first.query(
    `select pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  say(`database ${sizes.rows[0].size}`)
  await end()
}

/** Checks that the shortcut above wrote the same words as the API would have. */
async function assertIndexed(client: pg.Client, rows: number) {
  // A sample of whole pages: of a small table a fixed share would now and then be none.
  const percent = Math.max(0.05, Math.min(100, 100_000 / rows))
  await client.query('begin')
  const distinct = `
    select bill_id, text, (select array_agg(distinct g order by g) from unnest(grams) g) as grams
    from bill_search
    where bill_id = any($1)
    order by bill_id`
  const { rows: sample } = await client.query(
    `select company_id, id from bill tablesample system (${percent}) limit 40`,
  )
  const ids = sample.map(({ id }) => id)
  const loaded = await client.query(distinct, [ids])
  await client.query('delete from bill_search where bill_id = any($1)', [ids])
  for (const { company_id, id } of sample)
    await client.query('select index_bills($1, array[$2]::uuid[])', [company_id, id])
  const indexed = await client.query(distinct, [ids])
  await client.query('rollback')
  if (sample.length === 0 || JSON.stringify(loaded.rows) !== JSON.stringify(indexed.rows))
    throw new Error('the loaded words are not what index_bills() makes')
}

export type World = {
  finance: string
  lead: string
  companyId: string
  accountIds: string[]
  ownerIds: string[]
  customers: { id: string; name: string; email: string }[]
  numbers: string[]
  billIds: string[]
  transactions: { id: string; provider: string; unmatched: boolean }[]
}

/** The people as whom the bench asks, and words that can be found: all of the largest company. */
export async function openWorld(ownerUrl: string): Promise<World> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const [company] = (
    await client.query(`select id, people, accounts from load.company where no = 1`)
  ).rows
  const sample = async <T>(text: string): Promise<T[]> =>
    (await client.query(text, [company.id])).rows
  const session = async (role: string, userId: string) => {
    const token = randomBytes(32).toString('base64url')
    await client.query(
      `insert into user_role select $1, $2, id from role where code = $3 on conflict do nothing`,
      [company.id, userId, role],
    )
    await client.query(
      `insert into session (
         company_id, user_id, token_hash, idle_seconds, expires_at, address, user_agent
       )
       values ($1, $2, $3, 86400, now() + interval '1 day', '127.0.0.1', 'bench')`,
      [company.id, userId, hashToken(token)],
    )
    return token
  }
  const bills = await sample<{ id: string; number: string }>(
    `select id, number from bill tablesample system (1) where company_id = $1 limit 400`,
  )
  const world = {
    finance: await session('Finance', company.people.at(-1)),
    lead: await session('Operator', company.people[0]),
    companyId: company.id,
    accountIds: company.accounts,
    ownerIds: company.people,
    customers: await sample<World['customers'][number]>(
      `select id, name, email
       from load.customer
       where company_id = $1
       order by md5(no::text)
       limit 400`,
    ),
    numbers: bills.map(({ number }) => number),
    billIds: bills.map(({ id }) => id),
    transactions: await sample<World['transactions'][number]>(
      `(select id, provider_transaction_id as provider, false as unmatched from paypal_transaction tablesample system (1) where company_id = $1 limit 400)
       union all (select id, provider_transaction_id, true from paypal_transaction where company_id = $1 and match_state = 'unmatched' and status in ('S', 'V') limit 400)`,
    ),
  }
  await client.query('analyze user_role, session')
  await client.end()
  return world
}
