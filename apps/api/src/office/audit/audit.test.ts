import { expect, test } from 'vitest'
import type { Actor } from '../../lib/actor.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { differing, recordChange } from './audit.ts'
import { verifyAudit } from './verify.ts'

const t = testApp()

async function companyWithEntries(count: number) {
  const user = await make.admin(t)
  const actor = {
    userId: user.userId,
    companyId: user.companyId,
    name: '周敏',
    address: '127.0.0.1',
    device: 'Chrome · Linux',
  } as Actor
  const record = (index: number) =>
    t.in(user.companyId, (db) =>
      recordChange(db, actor, {
        action: 'user.update',
        entityId: user.userId,
        before: { n: index },
        after: { n: index + 1 },
      }),
    )
  await Promise.all(Array.from({ length: count }, (_, index) => record(index)))
  return user
}

const tamper = async (statement: string, values: unknown[]) => {
  await t.owner(
    `begin; set local session_replication_role = replica; ${statement.replaceAll('$1', `'${values[0]}'`)}; commit`,
  )
}

/**
 * Hashes every entry from this number on anew, each after the one before it, and the head: what
 * someone with the owner's login could do.
 */
const chainedAnew = (from: number) =>
  `do $do$
  declare x audit_entry; last bytea := (select hash from audit_entry where company_id = '$1' and seq < ${from} order by seq desc limit 1);
  begin
    for x in select * from audit_entry where company_id = '$1' and seq >= ${from} order by seq loop
      x.prev_hash := last;
      last := audit_hash(x);
      update audit_entry set prev_hash = x.prev_hash, hash = last where company_id = '$1' and seq = x.seq;
    end loop;
    update audit_head set hash = last where company_id = '$1';
  end $do$`.replaceAll("'$1'", '$1')

test('concurrent entries form one unforked chain, numbered without gaps', async () => {
  const { companyId } = await companyWithEntries(40)
  const rows = await t.owner<{ seq: string; prev: string; hash: string }>(
    `select seq, encode(prev_hash, 'hex') as prev, encode(hash, 'hex') as hash
     from audit_entry
     where company_id = $1
     order by seq`,
    [companyId],
  )
  expect(rows.map(({ seq }) => Number(seq))).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  )
  expect(rows.slice(1).map(({ prev }) => prev)).toEqual(rows.slice(0, -1).map(({ hash }) => hash))
  expect((await verifyAudit(t.ownerUrl)).faults).toEqual([])
})

test.each([
  [
    'a changed entry',
    `update audit_entry set after = '{"n": 999}' where company_id = $1 and seq = 3`,
    3,
    'changed',
  ],
  [
    'a changed time',
    `update audit_entry set at = at + interval '1 second' where company_id = $1 and seq = 5`,
    5,
    'changed',
  ],
  [
    'a changed name',
    `update audit_entry set actor_name = 'someone else' where company_id = $1 and seq = 2`,
    2,
    'changed',
  ],
  [
    'a deleted entry',
    `delete from audit_entry where company_id = $1 and seq = 4`,
    5,
    'missing entry 4',
  ],
  [
    'the first one deleted',
    `delete from audit_entry where company_id = $1 and seq = 1`,
    2,
    'missing entry 1',
  ],
  [
    'the end cut off',
    `delete from audit_entry where company_id = $1 and seq >= 8`,
    8,
    'the chain ends before its head',
  ],
  [
    'an entry rewritten with a fresh hash',
    `update audit_entry e
     set after = '{"n": -1}'
     where company_id = $1 and seq = 6; update audit_entry e
     set hash = audit_hash(e)
     where company_id = $1 and seq = 6`,
    7,
    'does not follow its predecessor',
  ],
  [
    'an entry rewritten with a fresh hash that its successor is made to follow',
    `update audit_entry e
     set after = '{"n": -1}'
     where company_id = $1 and seq = 6; update audit_entry e
     set hash = audit_hash(e)
     where company_id = $1 and seq = 6;
     update audit_entry e
     set prev_hash = (select hash from audit_entry where company_id = $1 and seq = 6)
     where company_id = $1 and seq = 7`,
    7,
    'changed',
  ],
  [
    'two entries that changed places',
    `update audit_entry
     set seq = 100
     where company_id = $1 and seq = 3; update audit_entry
     set seq = 3
     where company_id = $1 and seq = 4;
     update audit_entry set seq = 4 where company_id = $1 and seq = 100`,
    3,
    'does not follow its predecessor',
  ],
  [
    'a missing entry, also when everything after it was chained anew',
    `delete from audit_entry where company_id = $1 and seq = 4; ${chainedAnew(5)}`,
    5,
    'missing entry 4',
  ],
  [
    'a head that says something else',
    `update audit_head set hash = sha256(hash) where company_id = $1`,
    8,
    'the chain ends before its head',
  ],
])('the verifier names %s', async (_, statement, seq, fault) => {
  const { companyId } = await companyWithEntries(8)
  await tamper(statement, [companyId])
  const { faults } = await verifyAudit(t.ownerUrl)
  expect(faults.at(-1)).toMatchObject({ seq, fault })
  await tamper(
    'delete from audit_entry where company_id = $1; delete from audit_head where company_id = $1',
    [companyId],
  )
})

test('every column of an entry is in its hash: none can be altered unnoticed', async () => {
  const { companyId } = await companyWithEntries(3)
  const columns = await t.owner<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = 'audit_entry'::regclass
       and attnum > 0
       and not attisdropped
       and attname not in ('company_id', 'seq')`,
  )
  expect(columns.length).toBeGreaterThan(10)
  const altered: Record<string, (name: string) => string> = {
    text: (name) => `coalesce(${name}, '') || 'x'`,
    uuid: () => 'gen_random_uuid()',
    jsonb: (name) => `coalesce(${name}, '{}') || '{"x": 1}'`,
    bytea: (name) => `sha256(${name})`,
    'timestamp with time zone': (name) => `${name} + interval '1 microsecond'`,
  }
  for (const { name, type } of columns) {
    const [kept] = await t.owner<{ entry: string }>(
      `select to_jsonb(e)::text as entry from audit_entry e where company_id = $1 and seq = 2`,
      [companyId],
    )
    await tamper(
      `update audit_entry
       set "${name}" = ${altered[type]?.(`"${name}"`)}
       where company_id = $1 and seq = 2`,
      [companyId],
    )
    const fault = name === 'prev_hash' ? 'does not follow its predecessor' : 'changed'
    expect([name, (await verifyAudit(t.ownerUrl)).faults]).toMatchObject([
      name,
      [{ seq: 2, fault }],
    ])
    await tamper(
      `update audit_entry
       set "${name}" = (
         jsonb_populate_record(null::audit_entry, '${kept?.entry.replaceAll("'", "''")}')
       )."${name}"
       where company_id = $1 and seq = 2`,
      [companyId],
    )
    expect([name, (await verifyAudit(t.ownerUrl)).faults]).toEqual([name, []])
  }
})

test('a chain that a superuser rewrote from end to end differs from the head that was logged', async () => {
  const { companyId } = await companyWithEntries(3)
  const [head] = await t.owner<{ seq: string; hash: string }>(
    `select seq, encode(hash, 'hex') as hash from audit_head where company_id = $1`,
    [companyId],
  )
  const logged = [{ companyId, seq: Number(head?.seq), hash: head?.hash as string }]
  expect((await verifyAudit(t.ownerUrl, logged)).faults).toEqual([])
  await tamper(
    `update audit_entry set after = '{}' where company_id = $1 and seq = 3;
     update audit_entry e set hash = audit_hash(e) where company_id = $1 and seq = 3;
     update audit_head h
     set hash = e.hash
     from audit_entry e
     where h.company_id = $1 and e.company_id = $1 and e.seq = 3`,
    [companyId],
  )
  expect((await verifyAudit(t.ownerUrl)).faults).toEqual([])
  expect((await verifyAudit(t.ownerUrl, logged)).faults).toMatchObject([
    { seq: 3, fault: 'differs from the head that was logged' },
  ])
})

test('the runtime role can add entries and nothing else, and cannot choose number, time or hash', async () => {
  const user = await companyWithEntries(1)
  for (const statement of [
    'update audit_entry set after = null',
    'delete from audit_entry',
    'update audit_head set seq = 0',
    'select * from audit_head',
  ])
    await expect(t.pool.query(statement)).rejects.toThrow(/permission denied/)
  const [entry] = await t.owner<{ year: number }>(
    'select extract(year from at)::int as year from audit_entry where company_id = $1',
    [user.companyId],
  )
  expect(entry?.year).toBeGreaterThan(2000)
})

test('a login that sees only one company at a time is refused, instead of finding no fault', async () => {
  await expect(verifyAudit(t.runtimeUrl)).rejects.toThrow(/BYPASSRLS/)
})

test('an entry keeps only the fields that differ', () => {
  expect(differing({ a: 1, b: [1], c: 'x' }, { a: 1, b: [2], d: null })).toEqual({
    before: { b: [1], c: 'x', d: null },
    after: { b: [2], c: null, d: null },
  })
  expect(differing(null, { a: 1 })).toEqual({ before: null, after: { a: 1 } })
})
