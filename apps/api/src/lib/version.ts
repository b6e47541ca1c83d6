import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The release that runs, and the commit that tells two builds of it apart. */
export type Version = { version: string; commit: string | null }

const root = new URL('../../../..', import.meta.url).pathname
/** Written by `npm run build`, because an installation may have no .git. */
export const versionFile = (dir = root) => join(dir, 'dist', 'version.json')

export function readVersion(dir = root): Version {
  const { version } = readJson(join(dir, 'package.json'))
  return { version, commit: commitFromGit(dir) ?? commitFromBuild(dir, version) }
}

/** null where there is no repository, no git, or a repository that belongs to another user. */
export function commitFromGit(dir = root): string | null {
  // git itself would look in the folders above as well, and an installation may lie inside somebody
  // else's repository.
  if (!existsSync(join(dir, '.git'))) return null
  try {
    return execFileSync('git', ['-C', dir, 'rev-parse', '--short=7', 'HEAD'], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  } catch {
    return null
  }
}

/**
 * A version file that the build of an earlier release left behind says nothing about this release.
 */
function commitFromBuild(dir: string, version: string): string | null {
  if (!existsSync(versionFile(dir))) return null
  const built = readJson(versionFile(dir))
  return built.version === version ? built.commit : null
}

const readJson = (file: string): Version => JSON.parse(readFileSync(file, 'utf8'))

/** The version as people read it: "0.2.0 (b844449)". */
export const versionText = ({ version, commit }: Version) =>
  commit ? `${version} (${commit})` : version

/** Read once: a running process does not change when its files do. */
export const runningVersion = readVersion()
