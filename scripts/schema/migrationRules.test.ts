import { describe, expect, test } from 'vitest'
import { migrationFaults } from './migrationRules.ts'

const released = [
  {
    name: '0001_all.sql',
    sql: `
      create table bill (
        id uuid primary key, number text, due date
      ); create table company (id uuid primary key, name text);
      create function old_way() returns integer language sql as 'select 1'`,
  },
]
const head = '-- locks: nothing for longer than an instant\n'
const faultsOf = (...texts: string[]) =>
  migrationFaults(
    released,
    texts.map((text, n) => ({
      name: `000${n + 2}`,
      sql: text.startsWith('--') ? text : head + text,
    })),
  ).map((fault) => fault.replace(/^000\d: /, ''))

test.each([
  [
    'alter table bill alter column number type varchar(20)',
    /type of bill\.number is changed, which rewrites/,
  ],
  ['alter table company alter column name type varchar(20)', /type of company\.name is changed/],
  [
    'alter table bill add column at timestamptz not null default clock_timestamp()',
    /default of bill\.at is computed for every row, which rewrites/,
  ],
  [
    'alter table bill add column id2 uuid default gen_random_uuid()',
    /default of bill\.id2 is computed/,
  ],
  ['alter table bill add column n integer not null', /bill\.n is not null and has no default/],
  [
    'alter table bill add column n integer generated always as (1) stored',
    /bill\.n comes with a constraint or an expression/,
  ],
  ['alter table bill add column n integer unique', /bill\.n comes with a constraint/],
  ['alter table bill add column n uuid references company (id)', /bill\.n comes with a constraint/],
  [
    'alter table bill alter column due set not null',
    /bill\.due is set not null, which reads the whole table/,
  ],
  ['create index bill_due on bill (due)', /an index on bill stops all its writers/],
  ['create unique index bill_due on public.bill (due)', /an index on bill stops/],
  [
    'alter table bill add constraint d check (due is not null)',
    /constraint d of bill reads the whole table under a lock: add it "not valid"/,
  ],
  [
    'alter table bill add constraint f foreign key (id) references company (id)',
    /constraint f of bill/,
  ],
  ['alter table bill add constraint u unique (number)', /constraint u of bill .*using index/],
  ['alter table bill add primary key (number)', /constraint {2}of bill .*using index/],
  ['alter table bill drop column due', /bill\.due is dropped while the release before uses it/],
  ['alter table company drop column name', /company\.name is dropped/],
  ['alter table bill rename column due to due_date', /bill is renamed, or a part of it/],
  ['alter table company rename to firm', /company is renamed/],
  ['alter function old_way() rename to new_way', /old_way is renamed/],
  ['drop table bill', /bill is dropped/],
  ['drop function old_way()', /old_way is dropped/],
  ['vacuum full bill', /vacuum belongs/],
  ['cluster bill', /cluster rewrites/],
  ['reindex table bill', /reindex stops/],
  ['truncate bill', /bill is emptied/],
  ['lock table bill', /bill is locked until the end/],
  ['alter table bill set unlogged', /bill is rewritten/],
  ['update bill set number = upper(number)', /rows of bill are changed in one statement/],
  ['delete from bill where due < now()', /rows of bill are changed/],
  [
    'with gone as (delete from bill returning id) select count(*) from gone',
    /rows of bill are changed/,
  ],
  ['do $$ begin\n  update bill\n  set number = upper(number); end $$', /a block changes bill/],
  ['create table bill_x partition of bill for values from (1) to (2)', /"partition of" locks bill/],
])('%s is refused', (statement, why) => {
  expect(faultsOf(statement)).toEqual([expect.stringMatching(why)])
})

test.each([
  'alter table bill add column n integer',
  'alter table bill add column n integer not null default 5',
  `alter table bill add column words text[] not null default '{}'`,
  'alter table bill add column at timestamptz default now()',
  'alter table bill add constraint d check (due is not null) not valid',
  'alter table bill validate constraint d',
  'alter table bill add constraint u unique using index bill_number',
  'alter table company alter column name set not null',
  'create index on company (name)',
  'update company set name = upper(name)',
  'create table fresh (n integer); create index on fresh (n); alter table fresh alter column n type bigint; update fresh set n = 1; drop table fresh',
  'create or replace function old_way() returns integer language sql as $$ select 2 $$',
  'drop index bill_due',
])('%s is allowed', (statement) => {
  expect(faultsOf(statement)).toEqual([])
})

describe('not null', () => {
  const add = 'alter table bill add constraint filled check (due is not null) not valid'
  const [validate, set] = [
    'alter table bill validate constraint filled',
    'alter table bill alter column due set not null',
  ]

  test('is allowed once a check of it was validated, in migrations before', () => {
    expect(faultsOf(add, validate, set)).toEqual([])
    expect(faultsOf(add, set)).toHaveLength(1)
  })

  test('a check is not validated by the transaction that locked the table', () => {
    expect(faultsOf(`${add}; ${validate}`)).toEqual([
      expect.stringMatching(/read whole to validate filled while the same transaction locks it/),
    ])
  })
})

test('each says first what it locks', () => {
  const why = ['it does not begin with what it locks and for how long (-- locks: …)']
  for (const text of [
    '-- Adds a table.\ncreate table x ()',
    '-- locks:\ncreate table x ()',
    '--\ncreate table x (); -- locks: late',
  ])
    expect(faultsOf(text)).toEqual(why)
})

describe('outside a transaction', () => {
  const mark = '-- outside a transaction\n-- locks: nobody\n'
  test('an index is made so that it can be begun anew', () => {
    expect(faultsOf(`${mark}create index concurrently if not exists i on bill (due)`)).toEqual([])
    expect(faultsOf(`${mark}drop index concurrently if exists i`)).toEqual([])
    expect(faultsOf(`${mark}create index concurrently i on bill (due)`)).toEqual([
      expect.stringMatching(/begun anew/),
    ])
    expect(faultsOf(`${head}create index concurrently if not exists i on bill (due)`)).toEqual([
      expect.stringMatching(/needs "-- outside/),
    ])
  })

  test('there is one statement, about an index', () => {
    expect(faultsOf(`${mark}create table x (); create table y ()`)).toEqual([
      expect.stringMatching(/one statement only/),
    ])
    expect(faultsOf(`${mark}create table x ()`)).toEqual([
      expect.stringMatching(/needs a transaction/),
    ])
  })
})
