import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './faults.ts'

/**
 * A copy of the working tree as it stands, with what is not committed yet. The real one
 * is never touched.
 */
export function copyTree(dir: string) {
  rmSync(dir, { recursive: true, force: true })
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8' },
  )
  for (const file of listed.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    copyFileSync(join(root, file), join(dir, file))
  }
  for (const folder of ['.', ...workspaces()]) linkModules(join(root, folder), join(dir, folder))
}

const workspaces = () =>
  ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  )

/** Our own packages must be those of the copy; everything else is the same. */
function linkModules(from: string, to: string) {
  if (!existsSync(join(from, 'node_modules'))) return
  mkdirSync(join(to, 'node_modules'), { recursive: true })
  for (const name of readdirSync(join(from, 'node_modules'))) {
    // Vitest and Vite keep what they made of our files here.
    if (name === '@paydesk' || name.startsWith('.vite')) continue
    symlinkSync(join(from, 'node_modules', name), join(to, 'node_modules', name))
  }
  const own = join(from, 'node_modules/@paydesk')
  if (!existsSync(own)) return
  mkdirSync(join(to, 'node_modules/@paydesk'), { recursive: true })
  for (const folder of workspaces())
    symlinkSync(join(to, folder), join(to, 'node_modules/@paydesk', folder.split('/')[1] ?? ''))
}
