/**
 * `node scripts/release/released.ts`: what was released stays. A released migration has been
 * applied to databases that we cannot see, so it is never changed or removed, and no release is
 * taken back. db/migrations/released.json is the record, in a file because a copy of the
 * repository may come without tags; where git's history is at hand, the record is compared with
 * what it was before.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

const Release = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** What was released: the commit before the one that records it. */
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  date: z.iso.date(),
  /** The migrations that came with it, by name, with the SHA-256 of their bytes. */
  migrations: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
})
export type Release = z.infer<typeof Release>
const Released = z.strictObject({ releases: z.array(Release) })

const ours = new URL('../..', import.meta.url).pathname
const folder = 'db/migrations'
const recordPath = `${folder}/released.json`

/** Everything that is wrong, one sentence each. */
export function releaseFaults(root = ours): string[] {
  let releases: Release[]
  try {
    releases = readRecord(readFileSync(join(root, recordPath), 'utf8'))
  } catch (error) {
    return [`${recordPath} cannot be read: ${error instanceof Error ? error.message : error}`]
  }
  return [
    ...numberFaults(root),
    ...migrationFaults(root, releases),
    ...versionFaults(releases),
    ...historyFaults(root, releases),
  ]
}

/**
 * Appends a release with the migrations that no earlier one brought. Refuses when anything
 * is wrong already.
 */
export function recordRelease(version: string, commit: string, date: string, root = ours): Release {
  refuse(releaseFaults(root))
  const releases = readRecord(readFileSync(join(root, recordPath), 'utf8'))
  const before = new Set(releases.flatMap(({ migrations }) => Object.keys(migrations)))
  const added = migrationNames(root).filter((name) => !before.has(name))
  const release = Release.parse({
    version,
    commit,
    date,
    migrations: Object.fromEntries(added.map((name) => [name, checksum(root, name)])),
  })
  refuse(versionFaults([...releases, release]))
  writeFileSync(
    join(root, recordPath),
    `${JSON.stringify({ releases: [...releases, release] }, null, 2)}\n`,
  )
  return release
}

/** The migrations that came with a release. */
export const releasedMigrations = (root = ours): Set<string> =>
  new Set(
    readRecord(readFileSync(join(root, recordPath), 'utf8')).flatMap(({ migrations }) =>
      Object.keys(migrations),
    ),
  )

function refuse(faults: string[]) {
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

const readRecord = (text: string): Release[] => Released.parse(JSON.parse(text)).releases
const migrationNames = (root: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
const checksum = (root: string, name: string) =>
  createHash('sha256')
    .update(readFileSync(join(root, folder, name)))
    .digest('hex')

/**
 * A number that was skipped or given twice would be applied in another order elsewhere, or not at
 * all.
 */
function numberFaults(root: string): string[] {
  return migrationNames(root).flatMap((name, index) => {
    const expected = String(index + 1).padStart(4, '0')
    return /^\d{4}_\w+\.sql$/.test(name) && name.startsWith(`${expected}_`)
      ? []
      : [`${name} should be number ${expected}`]
  })
}

function migrationFaults(root: string, releases: Release[]): string[] {
  const present = new Set(migrationNames(root))
  return releases.flatMap(({ version, migrations }) =>
    Object.entries(migrations).flatMap(([name, sum]) => {
      if (!present.has(name)) return [`${name} was released with ${version} and is gone`]
      return checksum(root, name) === sum
        ? []
        : [`${name} was released with ${version} and has changed: write a new migration`]
    }),
  )
}

function versionFaults(releases: Release[]): string[] {
  return releases.flatMap(({ version }, index) => {
    const before = releases[index - 1]?.version
    return before === undefined || isLater(version, before)
      ? []
      : [`Release ${version} does not follow ${before}`]
  })
}

function isLater(version: string, before: string): boolean {
  const [a, b] = [version, before].map((text) => text.split('.').map(Number))
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}

/**
 * Every release of every committed record must still be there as it was. Read as plain JSON: the
 * record's form may grow.
 */
function historyFaults(root: string, releases: Release[]): string[] {
  const faults = committedRecords(root).flatMap(({ commit, text }) =>
    plainReleases(text).flatMap((release) => {
      const kept = releases.find(({ version }) => version === release.version)
      if (isDeepStrictEqual(kept, release)) return []
      return [
        `Release ${release.version} of ${commit.slice(0, 10)} was ${kept === undefined ? 'taken back' : 'altered'}`,
      ]
    }),
  )
  return [...new Set(faults)]
}

/** None where it is no record: whoever committed that was refused then. */
function plainReleases(text: string): { version: string }[] {
  try {
    return JSON.parse(text).releases ?? []
  } catch {
    return []
  }
}

function committedRecords(root: string): { commit: string; text: string }[] {
  const log = git(
    root,
    'log',
    '--full-history',
    '--diff-filter=AMR',
    '--format=%H',
    '--',
    recordPath,
  )
  if (log === undefined) return []
  return log
    .split('\n')
    .filter(Boolean)
    .flatMap((commit) => {
      const text = git(root, 'show', `${commit}:./${recordPath}`)
      return text === undefined ? [] : [{ commit, text }]
    })
}

/** Undefined where there is no repository, or it is cut off there. */
function git(root: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const faults = releaseFaults()
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
