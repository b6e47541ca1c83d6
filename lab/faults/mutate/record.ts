/** A setup file of Vitest: notes which sites each test file reaches (reached.ts). */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { recorder } from './reached.ts'

const reached = new Set<number>()
Object.assign(globalThis, { [recorder]: reached })

afterAll(() => {
  const { testPath } = expect.getState()
  const folder = process.env.REACHED_SITES_DIR
  if (!testPath || !folder) return
  mkdirSync(folder, { recursive: true })
  const name = testPath.replace(/\W/g, '_')
  writeFileSync(join(folder, `${name}.json`), JSON.stringify([...reached]))
})
