/**
 * `npm run bom [-- <folder>]` writes `paydesk-<version>.cdx.json` into the folder, or into `.tmp`:
 * the bill of materials of what runs in production, in CycloneDX 1.5. A release publishes it beside
 * the archive. Like THIRD-PARTY.md it is derived from the lock file alone, so it is the same on
 * every machine.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Lock, readByHand } from './thirdParty.ts'

type Running = { name: string; version: string; licence: string; integrity: string | undefined }

/**
 * Everything in the lock file that runs in production, each version once; our own workspaces are
 * no third party's.
 */
export function runningIn({ packages }: Lock): Running[] {
  const found = new Map<string, Running>()
  for (const [
    path,
    { version = '', license = '', integrity, link, dev, devOptional },
  ] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || link || dev || devOptional) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const key = `${name}@${version}`
    found.set(key, { name, version, licence: readByHand[key] ?? license, integrity })
  }
  return [...found.values()].sort((a, b) =>
    `${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1,
  )
}

const purlOf = ({ name, version }: Running) => `pkg:npm/${name.replace('@', '%40')}@${version}`

export function bomOf(lock: Lock & { version: string }) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'paydesk',
        name: 'paydesk',
        version: lock.version,
      },
    },
    components: runningIn(lock).map((one) => ({
      type: 'library',
      'bom-ref': purlOf(one),
      name: one.name,
      version: one.version,
      purl: purlOf(one),
      licenses: [
        /^[\w.() -]+$/.test(one.licence)
          ? { expression: one.licence }
          : { license: { name: one.licence } },
      ],
      ...(one.integrity?.startsWith('sha512-') && {
        hashes: [
          {
            alg: 'SHA-512',
            content: Buffer.from(one.integrity.slice('sha512-'.length), 'base64').toString('hex'),
          },
        ],
      }),
    })),
  }
}

/** Writes the bill of materials into `folder` and returns the path of the file. */
export function writeBom(root: string, folder: string): string {
  const lock: Lock & { version: string } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const file = join(folder, `paydesk-${lock.version}.cdx.json`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(bomOf(lock), null, 2)}\n`)
  return file
}

if (import.meta.main) {
  const root = new URL('../..', import.meta.url).pathname
  console.log(writeBom(root, process.argv[2] ?? `${root}.tmp`))
}
