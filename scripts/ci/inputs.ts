/** Which files a suite depends on, and the hash of their contents. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Tree = {
  files: readonly string[]
  contentHash: (file: string) => string
}

/** The working tree: tracked files and new ones that git does not ignore. */
export function readTree(root: string): Tree {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const files = [...new Set(listed.split('\0'))]
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .sort()
  const hashes = new Map<string, string>()
  const contentHash = (file: string) => {
    const known = hashes.get(file)
    if (known) return known
    const hash = createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex')
    hashes.set(file, hash)
    return hash
  }
  return { files, contentHash }
}

/** Tests do not change what a torture or a bench measures. */
const isTest = (file: string) => /\.test\.tsx?$|^apps\/api\/src\/test\//.test(file)

/**
 * An input is a file, a folder with everything in it (`db/`), a folder without its tests
 * (`apps/api/src/ -tests`), or everything (`./`). A leading `!` excludes what an earlier input
 * includes.
 */
export function matchesInputs(inputs: readonly string[], file: string): boolean {
  let included = false
  for (const input of inputs) {
    const excludes = input.startsWith('!')
    const [path = '', option] = input.replace(/^!/, '').split(' ')
    const inside = path === './' || (path.endsWith('/') ? file.startsWith(path) : file === path)
    if (inside && !(option === '-tests' && isTest(file))) included = !excludes
  }
  return included
}

/**
 * Changes with the command, with every input's content, and with a file that is added or renamed.
 */
export function hashOfInputs(inputs: readonly string[], command: string, tree: Tree): string {
  const hash = createHash('sha256').update(`${command}\n`)
  for (const file of tree.files)
    if (matchesInputs(inputs, file)) hash.update(`${file} ${tree.contentHash(file)}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** Files that differ between a commit and the working tree, new files included. */
export function changedSince(root: string, base: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const changed = git('diff', '--name-only', '--no-renames', '-z', base)
  const added = git('ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set([...changed.split('\0'), ...added.split('\0')])].filter(Boolean).sort()
}
