/**
 * `npm run secrets:rotate`: wraps every company's data key with the first key of PAYDESK_MASTER_KEYS. The secrets themselves stay
 * as they are. Put the new key first, restart API and workers, run this, and only then take the old key away (docs/operations.md).
 */
import pg from 'pg'
import { parseMasterKeys, Secrets } from '../apps/api/src/lib/secret.ts'

export async function rotateSecrets(ownerUrl: string, masterKeys: string): Promise<{ companies: number; rewrapped: number }> {
  const secrets = new Secrets(parseMasterKeys(masterKeys))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query('select company_id, master_key_id, wrapped from company_key order by company_id')
    let rewrapped = 0
    for (const row of rows) {
      const fresh = secrets.rewrap({ companyId: row.company_id, masterKeyId: row.master_key_id, wrapped: row.wrapped })
      if (!fresh) continue
      // The update applies only if the key is still the one that was read, so two rotations at once do no harm.
      const { rowCount } = await client.query(
        'update company_key set master_key_id = $2, wrapped = $3, wrapped_at = now() where company_id = $1 and master_key_id = $4',
        [fresh.companyId, fresh.masterKeyId, fresh.wrapped, row.master_key_id],
      )
      rewrapped += rowCount ?? 0
    }
    return { companies: rows.length, rewrapped }
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_OWNER_URL ?? process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_OWNER_URL to a login that may read every company.')
  console.log(JSON.stringify(await rotateSecrets(url, process.env.PAYDESK_MASTER_KEYS ?? '')))
}
