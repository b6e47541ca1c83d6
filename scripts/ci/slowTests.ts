/** Which test files carry `@module-tag slow`. */
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const serverTests = ['apps/{api,paypal-sim}/src/**/*.test.ts', '{lab,scripts}/**/*.test.ts']

export const isSlow = (text: string) => /^\/\/ @module-tag slow$/m.test(text.slice(0, 400))

/**
 * Test files are left out as a whole: what a file starts while it is loaded (a simulator, a mail
 * server) would never end if all of its tests were only filtered by their tag.
 *
 * The gate plays the slow files of the folders that a change touches as well.
 */
export function testsOfRing(
  ring: string | undefined,
  touchedFolders: readonly string[] = [],
): { include: string[]; exclude: string[] } {
  if (ring === undefined) return { include: serverTests, exclude: [] }
  const slow = globSync(serverTests).filter((file) => isSlow(readFileSync(file, 'utf8')))
  if (ring === 'slow') return { include: slow, exclude: [] }
  if (ring === 'gate') {
    const exclude = slow.filter((file) => !touchedFolders.includes(dirname(file)))
    return { include: serverTests, exclude }
  }
  throw new Error(`TEST_RING is gate or slow, not ${ring}`)
}
