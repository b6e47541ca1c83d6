import type { Id } from '@paydesk/contract/lib/id'
import pg from 'pg'
import { assertSeesAll } from '../../lib/runtimeRole.ts'

export type Head = { companyId: Id<'company'>; seq: number; hash: string }

export async function verifyAudit(ownerUrl: string, shipped: Head[] = []) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await assertSeesAll(client)
    const companies = (
      await client.query<{ id: string; name: string }>('select id, name from company order by id')
    ).rows
    const entries = Number((await client.query('select count(*) from audit_entry')).rows[0].count)
    const faults: { company: string; seq: number; fault: string }[] = []
    for (const { id, name } of companies) {
      const { rows } = await client.query('select seq, fault from audit_first_fault($1)', [id])
      if (rows[0]) faults.push({ company: name, seq: Number(rows[0].seq), fault: rows[0].fault })
    }
    for (const { companyId, seq, hash } of shipped) {
      const { rows } = await client.query(
        `select encode(hash, 'hex') as hash from audit_entry where company_id = $1 and seq = $2`,
        [companyId, seq],
      )
      if (seq > 0 && rows[0]?.hash !== hash)
        faults.push({ company: companyId, seq, fault: 'differs from the head that was logged' })
    }
    return { companies: companies.length, entries, shippedHeads: shipped.length, faults }
  } finally {
    await client.end()
  }
}
