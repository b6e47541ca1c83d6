/**
 * `node scripts/hooks/commitSubject.ts <file>`: git's commit-msg hook. A subject has at most 72
 * characters; details belong in the body.
 */
import { readFileSync } from 'node:fs'

const longest = 72

/** Says what is wrong with a commit's message, or returns undefined. */
export function subjectFault(message: string): string | undefined {
  // The text after git's scissors line is the diff that `git commit --verbose` shows, and lines
  // with # are git's own.
  const [written = ''] = message.split(/^# -+ >8 -+$/m)
  const lines = written.split('\n').filter((line) => !line.startsWith('#'))
  const at = lines.findIndex((line) => line.trim())
  const subject = lines[at]?.trim()
  if (!subject) return undefined
  // Git makes these subjects from others that were short enough.
  if (/^(Merge|Revert|fixup!|squash!|amend!) /.test(subject)) return undefined
  const { length } = [...subject]
  if (length > longest)
    return `The subject has ${length} characters, at most ${longest} are read well. Put the rest into the body.`
  if (lines[at + 1]?.trim()) return 'Leave a line empty between subject and body.'
  return undefined
}

if (import.meta.main) {
  const fault = subjectFault(readFileSync(process.argv[2] ?? '', 'utf8'))
  if (fault) console.error(`commit-msg: ${fault}`)
  process.exitCode = fault ? 1 : 0
}
