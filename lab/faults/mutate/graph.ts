/** The static graph of imports, from a module to the tests that load it. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

export type Graph = {
  /** Module → the files that import it. */
  importers: Map<string, string[]>
  tests: string[]
}

const sources = ['packages/*/src/**/*.ts', 'apps/{api,console,paypal-sim}/src/**/*.{ts,tsx}']

export function readGraph(root: string): Graph {
  const files = globSync(sources, { cwd: root }).sort()
  return graphOf(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
}

export function graphOf(files: Map<string, string>): Graph {
  const importers = new Map<string, string[]>()
  for (const [file, text] of files) {
    for (const specifier of importsOf(file, text)) {
      const to = candidates(file, specifier).find((candidate) => files.has(candidate))
      if (!to) continue
      const known = importers.get(to) ?? []
      known.push(file)
      importers.set(to, known)
    }
  }
  return { importers, tests: [...files.keys()].filter((file) => /\.test\.tsx?$/.test(file)) }
}

function importsOf(file: string, text: string): string[] {
  const { staticImports, staticExports } = parseSync(file, text).module
  const exported = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  return [
    ...new Set([...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported]),
  ]
}

function candidates(file: string, specifier: string): string[] {
  const own = /^@paydesk\/([^/]+)\/(.+)$/.exec(specifier)
  if (own) return [`packages/${own[1]}/src/${own[2]}.ts`, `apps/${own[1]}/src/${own[2]}.ts`]
  return specifier.startsWith('.') ? [normalize(join(dirname(file), specifier))] : []
}
