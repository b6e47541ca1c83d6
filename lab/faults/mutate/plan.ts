/** Plans a run before anything starts. */

import type { Excuse } from './excused.ts'
import { type ChangedLines, isMutable } from './lines.ts'
import { describe, type Mutant } from './mutant.ts'

/** A longer mutant counts as changed only if its first line is: the rest has mutants of its own. */
const longest = 6

export function isOnLines(
  { line, original }: Pick<Mutant, 'line' | 'original'>,
  lines: Set<number>,
) {
  const height = original.split('\n').length
  const rows = height > longest ? 1 : height
  return Array.from({ length: rows }, (_, n) => line + n).some((row) => lines.has(row))
}

/** Those on changed lines, file by file. */
export function mutantsOn(
  changed: ChangedLines,
  mutantsOfFile: (file: string) => Mutant[],
): Mutant[] {
  return [...changed]
    .filter(([file]) => isMutable(file))
    .flatMap(([file, lines]) => mutantsOfFile(file).filter((mutant) => isOnLines(mutant, lines)))
}

export const excuseOf = (mutant: Mutant, excuses: Excuse[]) =>
  excuses.find(({ file, change }) => file === mutant.file && change === describe(mutant))

/**
 * First one mutant of each line, then the second of each: what the time is too short for is spread
 * over all lines.
 */
export function spreadOverLines(mutants: Mutant[]): Mutant[] {
  const seen = new Map<string, number>()
  return mutants
    .map((mutant, n) => {
      const line = `${mutant.file}:${mutant.line}`
      const turn = seen.get(line) ?? 0
      seen.set(line, turn + 1)
      return { mutant, turn, n }
    })
    .sort((a, b) => a.turn - b.turn || a.n - b.n)
    .map(({ mutant }) => mutant)
}

/** The tests of all files in turn: the likeliest of each, then the second likeliest. */
export function inTurn(lists: string[][]): string[] {
  const longestList = Math.max(0, ...lists.map(({ length }) => length))
  const all = Array.from({ length: longestList }, (_, n) => lists.flatMap((list) => list[n] ?? []))
  return [...new Set(all.flat())]
}
