/**
 * `node scripts/schema/migrations.ts`: whether the migrations after the last release can run beside
 * its processes (decision 76).
 */
import { readMigrations } from '../../apps/api/src/lib/migrate.ts'
import { releasedMigrations } from '../release/released.ts'
import { migrationFaults } from './migrationRules.ts'

/** All migrations, those of a release and those that no release has brought yet. */
export function sortedMigrations() {
  const names = releasedMigrations()
  const all = readMigrations()
  return {
    released: all.filter(({ name }) => names.has(name)),
    added: all.filter(({ name }) => !names.has(name)),
  }
}

if (import.meta.main) {
  const { released, added } = sortedMigrations()
  const faults = migrationFaults(released, added)
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
