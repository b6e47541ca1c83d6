import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { installed } from '../ground/installed.ts'
import { run } from './image/stage.ts'

const root = new URL('../..', import.meta.url).pathname

/**
 * A fresh Debian as a container image, with these packages and what they need. It is made once per
 * list and kept beside the repository.
 */
export function debianImage(
  podman: (...args: string[]) => string,
  name: string,
  packages: string[],
): string {
  installed({ mmdebstrap: 'mmdebstrap', podman: 'podman', runc: 'runc' })
  const tag = `localhost/paydesk-test-${name}:${createHash('sha256').update(packages.join()).digest('hex').slice(0, 8)}`
  if (podman('images', '--quiet', tag).trim()) return tag
  const tar = `${root}.tmp/${tag.slice(tag.lastIndexOf('/') + 1).replace(':', '-')}.tar`
  if (!existsSync(tar))
    run('mmdebstrap', [
      '--quiet',
      '--variant=apt',
      `--include=${packages.join(',')}`,
      'bookworm',
      tar,
    ])
  podman('import', '--quiet', tar, tag)
  return tag
}
