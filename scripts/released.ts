import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** What a release was: kept in files, because a copy of the repository may come without tags. */
export type Release = { version: string; commit: string; date: string; migrations: Record<string, string> }

const releasedFile = new URL('../db/migrations/released.json', import.meta.url).pathname

export const readReleases = (file = releasedFile): Release[] => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [])

/** Adds the release with the checksum of each migration beside the file. */
export function recordRelease(version: string, commit: string, date: string, file = releasedFile) {
  const migrations = globSync(join(dirname(file), '*.sql'))
    .sort()
    .map((path) => [basename(path), createHash('sha256').update(readFileSync(path, 'utf8')).digest('hex')])
  const releases = [...readReleases(file), { version, commit, date, migrations: Object.fromEntries(migrations) }]
  writeFileSync(file, `${JSON.stringify(releases, null, 2)}\n`)
}
