/**
 * `npm run thirdParty` writes THIRD-PARTY.md; with --check it fails if that file differs from what
 * the lock file says.
 */
import { readFileSync, writeFileSync } from 'node:fs'

type Locked = {
  version?: string
  license?: string
  link?: boolean
  dev?: boolean
  devOptional?: boolean
  hasInstallScript?: boolean
  integrity?: string
}
export type Lock = { packages: Record<string, Locked> }

/**
 * Licences that the lock file does not name, read in the packages themselves. Each is for one
 * version, so that a new one is read again.
 */
export const readByHand: Record<string, string> = {
  'png-js@2.0.0': 'MIT',
  // The package is MIT; the typeface in it has its own licence.
  '@electron-fonts/noto-sans-sc@1.2.0': 'MIT, typeface OFL-1.1',
}

const data = [
  '| names, types and patterns of [paypal-rest-api-specifications](https://github.com/paypal/paypal-rest-api-specifications) | `packages/paypal/src/facts` | Apache-2.0, Copyright 2023 PayPal |',
  '| a recorded webhook delivery of [PayPal-Java-SDK](https://github.com/paypal/PayPal-Java-SDK) | `packages/paypal/src/vector` | SDK LICENSE, Copyright (c) 2013-2016 PAYPAL, INC. |',
]

/**
 * Lists everything that runs in production, whatever workspace brings it. Only the lock file is
 * read: the installed packages differ by machine, because those with compiled parts have one for
 * each operating system.
 */
export function thirdParty(lock: Lock): string {
  const licences = new Map<string, string>()
  for (const [path, { version, license, link, dev, devOptional }] of Object.entries(
    lock.packages,
  )) {
    if (!path.includes('node_modules/') || link || dev || devOptional) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = readByHand[`${name}@${version}`] ?? license
    if (!licence)
      throw new Error(
        `${name}@${version} names no licence: read its LICENSE and add it to scripts/release/thirdParty.ts`,
      )
    licences.set(`| ${name} | ${version} |`, licence)
  }
  const rows = [...licences].map(([start, licence]) => `${start} ${licence} |`).sort()
  return `# Third-party software

The ${rows.length} packages that run in production, directly or because another one needs them. \`npm run thirdParty\` makes this list of
package-lock.json, with the parts for every operating system.

| package | version | licence |
|---|---|---|
${rows.join('\n')}

Facts and recordings of others that the repository keeps:

| what | where | licence |
|---|---|---|
${data.join('\n')}
`
}

const file = new URL('../../THIRD-PARTY.md', import.meta.url)
const made = () =>
  thirdParty(JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')))

if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFileSync(file, made())
  else if (readFileSync(file, 'utf8') !== made()) {
    console.error('THIRD-PARTY.md is not what package-lock.json says: run `npm run thirdParty`')
    process.exitCode = 1
  }
}
