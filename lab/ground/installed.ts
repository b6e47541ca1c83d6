import { execFileSync, spawnSync } from 'node:child_process'

/**
 * Sees to it that programs of the system are there: `{ command: 'Debian package' }`. Only root can
 * install what is missing; others are told.
 */
export function installed(needed: Record<string, string>) {
  const missing = Object.entries(needed).filter(
    ([command]) => spawnSync('sh', ['-c', `command -v ${command}`], { env: withSbin }).status !== 0,
  )
  if (missing.length === 0) return
  const packages = missing.map(([, name]) => name)
  if (process.getuid?.() !== 0)
    throw new Error(`These programs are missing: apt-get install ${packages.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  aptGet('update')
  aptGet('install', '-y', '--no-install-recommends', ...packages)
}

/** Debian keeps servers where the paths of ordinary users do not lead. */
const withSbin = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
