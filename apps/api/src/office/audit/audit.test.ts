import { expect, test } from 'vitest'
import type { Actor } from '../../lib/actor.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { differing, recordChange } from './audit.ts'
import { verifyAudit } from './verify.ts'

const t = testApp()

async function companyWithEntries(count: number) {
  const user = await make.admin(t)
  const actor = { userId: user.userId, companyId: user.companyId, name: '周敏', address: '127.0.0.1', device: 'Chrome · Linux' } as Actor
  const record = (index: number) =>
    t.in(user.companyId, (db) =>
      recordChange(db, actor, { action: 'user.update', entityId: user.userId, before: { n: index }, after: { n: index + 1 } }),
    )
  await Promise.all(Array.from({ length: count }, (_, index) => record(index)))
  return user
}

const tamper = async (statement: string, values: unknown[]) => {
  await t.owner(`begin; set local session_replication_role = replica; ${statement.replaceAll('$1', `'${values[0]}'`)}; commit`)
}

test('concurrent entries form one unforked chain, numbered without gaps', async () => {
  const { companyId } = await companyWithEntries(40)
  const rows = await t.owner<{ seq: string; prev: string; hash: string }>(
    `select seq, encode(prev_hash, 'hex') as prev, encode(hash, 'hex') as hash from audit_entry where company_id = $1 order by seq`,
    [companyId],
  )
  expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  expect(rows.slice(1).map(({ prev }) => prev)).toEqual(rows.slice(0, -1).map(({ hash }) => hash))
  expect((await verifyAudit(t.ownerUrl)).faults).toEqual([])
})

test.each([
  ['a changed entry', `update audit_entry set after = '{"n": 999}' where company_id = $1 and seq = 3`, 3, 'changed'],
  ['a changed time', `update audit_entry set at = at + interval '1 second' where company_id = $1 and seq = 5`, 5, 'changed'],
  ['a changed name', `update audit_entry set actor_name = 'someone else' where company_id = $1 and seq = 2`, 2, 'changed'],
  ['a deleted entry', `delete from audit_entry where company_id = $1 and seq = 4`, 5, 'missing entry 4'],
  ['the first one deleted', `delete from audit_entry where company_id = $1 and seq = 1`, 2, 'missing entry 1'],
  ['the end cut off', `delete from audit_entry where company_id = $1 and seq >= 8`, 8, 'the chain ends before its head'],
  [
    'an entry rewritten with a fresh hash',
    `update audit_entry e set after = '{"n": -1}' where company_id = $1 and seq = 6; update audit_entry e set hash = audit_hash(e) where company_id = $1 and seq = 6`,
    7,
    'does not follow its predecessor',
  ],
])('the verifier names %s', async (_, statement, seq, fault) => {
  const { companyId } = await companyWithEntries(8)
  await tamper(statement, [companyId])
  const { faults } = await verifyAudit(t.ownerUrl)
  expect(faults.at(-1)).toMatchObject({ seq, fault })
  await tamper('delete from audit_entry where company_id = $1; delete from audit_head where company_id = $1', [companyId])
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
     update audit_head h set hash = e.hash from audit_entry e where h.company_id = $1 and e.company_id = $1 and e.seq = 3`,
    [companyId],
  )
  expect((await verifyAudit(t.ownerUrl)).faults).toEqual([])
  expect((await verifyAudit(t.ownerUrl, logged)).faults).toMatchObject([{ seq: 3, fault: 'differs from the head that was logged' }])
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
  const [entry] = await t.owner<{ year: number }>('select extract(year from at)::int as year from audit_entry where company_id = $1', [
    user.companyId,
  ])
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
