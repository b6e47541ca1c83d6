import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { installProduction } from '../../ground/installProduction.ts'

const root = new URL('../../..', import.meta.url).pathname

type Parts = {
  database: typeof import('../../ground/database.ts')
  companies: typeof import('../../world/companies.ts')
  seedBills: typeof import('../../world/seedBills.ts')
  config: typeof import('../../../apps/api/src/lib/config.ts')
  outside: typeof import('../../../apps/api/src/lib/outside/outside.ts')
  pool: typeof import('../../../apps/api/src/lib/pool.ts')
}
/**
 * A release as it was: its folder, and the parts of it with which a database is prepared that it
 * could have made.
 */
export type Release = { version: string; dir: string } & Parts

/**
 * Brings the code of the last recorded release, with the modules that it was released with, into a
 * folder of its own.
 */
export async function lastRelease(): Promise<Release> {
  const { releases } = JSON.parse(readFileSync(`${root}db/migrations/released.json`, 'utf8')) as {
    releases: { version: string; commit: string }[]
  }
  const { version, commit } = releases.at(-1) ?? { version: '', commit: '' }
  const dir = `${root}.tmp/release-${commit.slice(0, 7)}`
  if (!existsSync(`${dir}/node_modules/.package-lock.json`)) {
    rmSync(dir, { recursive: true, force: true })
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', root, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    // A shallow copy of the repository has no history.
    if (spawnSync('git', ['-C', root, 'cat-file', '-e', `${commit}^{commit}`]).status !== 0)
      git('fetch', '--quiet', 'origin', commit)
    git('worktree', 'prune')
    git('worktree', 'add', '--quiet', '--detach', '--force', dir, commit)
    execFileSync('npm', installProduction, { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  // Releases of before the lab have what fills a database among the scripts.
  const part = (...paths: string[]) =>
    import(`${dir}/${paths.find((path) => existsSync(`${dir}/${path}`))}`)
  const [database, companies, seedBills, config, outside, pool] = await Promise.all([
    part('lab/ground/database.ts', 'scripts/database.ts'),
    part('lab/world/companies.ts', 'scripts/demo/companies.ts'),
    part('lab/world/seedBills.ts', 'scripts/seedBills.ts'),
    part('apps/api/src/lib/config.ts'),
    part('apps/api/src/lib/outside/outside.ts'),
    part('apps/api/src/lib/pool.ts'),
  ])
  return { version, dir, database, companies, seedBills, config, outside, pool }
}
