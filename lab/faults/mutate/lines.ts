/** Which lines of production code changed. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** File → its changed lines, from 1. */
export type ChangedLines = Map<string, Set<number>>

const production = [
  /^apps\/(?:api|console)\/src\/.+\.ts$/,
  /^packages\/(?:contract|paypal)\/src\/.+\.ts$/,
]
/** Words and declarations: there is nothing in them that a rule could get wrong. */
const withoutRules =
  /\.test\.ts$|\.d\.ts$|\/src\/test\/|\/src\/(?:.+\/)?(?:texts|words)\/|Words\.ts$|\/cli\//

export const isMutable = (file: string) =>
  production.some((pattern) => pattern.test(file)) && !withoutRules.test(file)

/** Reads `git diff --unified=0`: what each hunk adds, in files that can be mutated. */
export function changedLines(diff: string): ChangedLines {
  const changed: ChangedLines = new Map()
  let lines: Set<number> | undefined
  for (const row of diff.split('\n')) {
    const file = /^\+\+\+ (?:b\/(.+)|\/dev\/null)$/.exec(row)
    if (file) {
      lines = undefined
      if (file[1] && isMutable(file[1])) {
        lines = new Set()
        changed.set(file[1], lines)
      }
    }
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(row)
    if (!hunk || !lines) continue
    const first = Number(hunk[1])
    const count = Number(hunk[2] ?? 1)
    // Where lines only went, the next one is what they left behind.
    for (let line = first; line < first + Math.max(count, 1); line++) lines.add(line)
  }
  return changed
}

const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })

/** Where the work tree left `base`, so that what happened on `base` since then does not count. */
export const forkPoint = (root: string, base: string) =>
  git(root, 'merge-base', 'HEAD', base).trim()

/** The commit that a change began from: where it left main, or the commit before on main itself. */
export function defaultBase(root: string): string {
  const left = forkPoint(root, 'main')
  return left === git(root, 'rev-parse', 'HEAD').trim() ? 'HEAD~1' : left
}

/** Changed since `base` in the working tree, with what is not committed or not added yet. */
export function changedSince(root: string, base: string): ChangedLines {
  const changed = changedLines(
    git(
      root,
      'diff',
      '--unified=0',
      '--no-color',
      '--no-ext-diff',
      '-M',
      base,
      '--',
      'apps',
      'packages',
    ),
  )
  const untracked = git(root, 'ls-files', '--others', '--exclude-standard', 'apps', 'packages')
  for (const file of untracked.split('\n').filter(isMutable))
    if (existsSync(join(root, file))) changed.set(file, everyLine)
  return changed
}

/** A set that has each line. */
export const everyLine: Set<number> = Object.assign(new Set<number>(), { has: () => true })
