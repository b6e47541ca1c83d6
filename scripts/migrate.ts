/** `npm run migrate`: brings the database up to date. Run as its owner, before the new API and workers start. */
import { allJobs } from '../apps/api/src/jobs.ts'
import { migrate } from '../apps/api/src/lib/migrate.ts'

const ownerUrl = process.env.DATABASE_OWNER_URL
if (!ownerUrl) {
  console.error('Set DATABASE_OWNER_URL to a login that owns the database.')
  process.exit(1)
}
const applied = await migrate(ownerUrl, allJobs)
console.log(applied.length > 0 ? applied.join('\n') : 'up to date')
