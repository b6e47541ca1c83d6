/** The static graph of imports, from a module to the tests that load it without the whole application. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readImports } from '../../../scripts/house/readImports.ts'

export type Graph = {
  /** Module → the files that import it. */
  importers: Map<string, string[]>
  tests: string[]
}

const sources = ['packages/*/src/**/*.ts', 'apps/{api,console,paypal-sim}/src/**/*.{ts,tsx}']

/** Paths are relative to the working directory, as in the checks of the house. */
export function readGraph(root: string): Graph {
  const files = globSync(sources, { cwd: root }).sort()
  return graphOf(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
}

export function graphOf(files: Map<string, string>): Graph {
  const importers = new Map<string, string[]>()
  for (const [file, text] of files) {
    for (const { to } of readImports(file, text).all) {
      if (!files.has(to)) continue
      const known = importers.get(to) ?? []
      known.push(file)
      importers.set(to, known)
    }
  }
  return { importers, tests: [...files.keys()].filter((file) => /\.test\.tsx?$/.test(file)) }
}
