/**
 * `npm run audit:verify [-- --heads worker.log]`: recomputes every company's chain and names the first bad entry.
 * With --heads it also checks each head hash that was once written to that log.
 */
import { readFileSync } from 'node:fs'
import pg from 'pg'

type Head = { companyId: string; seq: number; hash: string }

export async function verifyAudit(ownerUrl: string, shipped: Head[] = []) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const companies = (await client.query<{ id: string; name: string }>('select id, name from company order by id')).rows
    const entries = Number((await client.query('select count(*) from audit_entry')).rows[0].count)
    const faults: { company: string; seq: number; fault: string }[] = []
    for (const { id, name } of companies) {
      const { rows } = await client.query('select seq, fault from audit_first_fault($1)', [id])
      if (rows[0]) faults.push({ company: name, seq: Number(rows[0].seq), fault: rows[0].fault })
    }
    for (const { companyId, seq, hash } of shipped) {
      const { rows } = await client.query(`select encode(hash, 'hex') as hash from audit_entry where company_id = $1 and seq = $2`, [
        companyId,
        seq,
      ])
      if (seq > 0 && rows[0]?.hash !== hash) faults.push({ company: companyId, seq, fault: 'differs from the head that was logged' })
    }
    return { companies: companies.length, entries, shippedHeads: shipped.length, faults }
  } finally {
    await client.end()
  }
}

function readHeads(path: string): Head[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes('"auditHead"') ? [JSON.parse(line.slice(line.indexOf('{'))).auditHead as Head] : []))
}

if (import.meta.main) {
  const url = process.env.DATABASE_OWNER_URL ?? process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_OWNER_URL to a login that may read every company.')
  const at = process.argv.indexOf('--heads')
  const result = await verifyAudit(url, at > 0 ? readHeads(process.argv[at + 1] as string) : [])
  console.log(JSON.stringify(result))
  process.exit(result.faults.length > 0 ? 1 : 0)
}
