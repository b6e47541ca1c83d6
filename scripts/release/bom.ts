/**
 * `npm run bom` writes bom.cdx.json: the bill of materials of what runs in production, in
 * CycloneDX 1.5. It is made of the lock file alone, like THIRD-PARTY.md, so that it is the same
 * on every machine.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, readByHand } from './thirdParty.ts'

export const bomFile = 'bom.cdx.json'

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

export function writeBom(root: string) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  writeFileSync(join(root, bomFile), `${JSON.stringify(bomOf(lock), null, 2)}\n`)
}

if (import.meta.main) writeBom(new URL('../..', import.meta.url).pathname)
