/** `.ci/verified`: the last green run of each suite. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Figures = Record<string, string | number | boolean>

export type Green = {
  /** Of the suite's inputs, see inputs.ts. */
  hash: string
  date: string
  seconds: number
  processorSeconds: number
  seed?: number
  figures?: Figures
}

export type Verified = Record<string, Green>

export const verifiedFile = '.ci/verified'

export function readVerified(root: string): Verified {
  const file = join(root, verifiedFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Verified) : {}
}

/** Writes one suite's result at once, so that an interrupted verification can resume. */
export function recordGreen(root: string, suite: string, green: Green): void {
  const verified = { ...readVerified(root), [suite]: green }
  const sorted = Object.fromEntries(Object.entries(verified).sort(([a], [b]) => (a < b ? -1 : 1)))
  const file = join(root, verifiedFile)
  writeFileSync(`${file}.new`, `${JSON.stringify(sorted, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

/** The plain values of the JSON object that a bench or torture prints as its last line. */
export function figuresOf(output: string): Figures | undefined {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) return undefined
  try {
    const plain = Object.entries(JSON.parse(last) as Record<string, unknown>).filter(
      (entry): entry is [string, string | number | boolean] =>
        ['string', 'number', 'boolean'].includes(typeof entry[1]),
    )
    return Object.fromEntries(plain)
  } catch {
    return undefined
  }
}
