/** Writes down which mutants' code a test file reaches: only those tests can notice the mutant. */
import type { Mutant } from './mutant.ts'

/** In the global scope of the tests: the sites that were reached since the test file began. */
export const recorder = '__reachedMutantSites'

export type Noted = {
  text: string
  /**
   * For each mutant the number of its site; undefined if every test reaches it that loads the file.
   */
  sites: (number | undefined)[]
}

/** The file with a note at the site of each mutant. */
export function withNotes(text: string, mutants: Mutant[], firstSite = 0): Noted {
  const numbers = new Map<string, number>()
  const insertions: { at: number; text: string; order: number }[] = []
  const sites = mutants.map(({ site: { kind, start, end, atLoad } }) => {
    if (atLoad) return undefined
    const key = `${kind} ${start} ${end}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = firstSite + numbers.size
    numbers.set(key, number)
    const note = `globalThis.${recorder}?.add(${number})`
    const [before, after] = around[kind](note)
    const width = end - start
    // Of two that begin at one place the wider is outside; of two that end there the narrower is
    // inside.
    insertions.push({ at: start, text: before, order: -width })
    if (after) insertions.push({ at: end, text: after, order: width - Number.MAX_SAFE_INTEGER })
    return number
  })
  let noted = text
  const inOrder = insertions.sort((a, b) => a.at - b.at || a.order - b.order)
  for (const { at, text: inserted } of inOrder.reverse())
    noted = noted.slice(0, at) + inserted + noted.slice(at)
  return { text: noted, sites }
}

const around: Record<Mutant['site']['kind'], (note: string) => [string, string]> = {
  expression: (note) => [`(${note}, `, ')'],
  statement: (note) => [`;${note};`, ''],
  branch: (note) => [`{${note};`, '\n}'],
}
