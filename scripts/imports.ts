/** `node scripts/imports.ts`: which part may import which. Fails on a breach, on a cycle, and when it saw too few modules to mean anything. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

export type Import = { from: string; to: string }

const roots = ['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}']
const isTest = (file: string) => /\.test\.tsx?$|\/src\/test\//.test(file)
const appOf = (file: string) => file.match(/^(?:apps|packages)\/[^/]+/)?.[0] ?? ''
/** The folder right under src; '' for the entry points that lie in src itself. */
const partOf = (file: string) => file.match(/\/src\/([^/]+)\//)?.[1] ?? ''

/** Why this import may not be, or undefined when it may. `to` is a file of ours, or a package's name. */
export function breach({ from, to }: Import): string | undefined {
  const [fromApp, toApp] = [appOf(from), appOf(to)]
  if (fromApp === 'packages/contract' && !isTest(from) && toApp !== fromApp && to !== 'zod')
    return 'the contract imports zod and itself only'
  if (fromApp === 'packages/paypal' && !isTest(from) && toApp && toApp !== fromApp) return 'what PayPal says knows nothing of us'
  if (fromApp.startsWith('apps/') && toApp.startsWith('apps/') && fromApp !== toApp) return 'apps never import each other'
  if (/\/index\.tsx?$/.test(from)) return 'no barrel files'
  if (fromApp !== toApp || isTest(from)) return undefined
  const [fromPart, toPart] = [partOf(from), partOf(to)]
  if (fromPart === toPart) return undefined
  if (isTest(to)) return 'only tests import tests'
  if (fromApp === 'apps/console') return consoleBreach(fromPart, toPart)
  if (fromApp === 'apps/api') return apiBreach(fromPart, toPart, to)
  return undefined
}

function consoleBreach(from: string, to: string): string | undefined {
  if (from === '' || from === 'app') return undefined
  if (to === '' || to === 'app') return 'only entry points and app import app'
  if (from === 'lib') return 'lib imports lib only'
  if (from === 'ui') return to === 'lib' ? undefined : 'ui imports ui and lib only'
  return to === 'ui' || to === 'lib' ? undefined : 'a feature never imports another feature'
}

function apiBreach(from: string, to: string, file: string): string | undefined {
  if (from === '') return undefined
  if (to === '') return 'features and lib never import entry points'
  if (from === 'lib') return 'lib imports lib only'
  if (to === 'lib') return undefined
  return file.endsWith(`/${to}/${to}.ts`) ? undefined : `of another feature only its ${to}.ts may be imported`
}

export function findCycle(imports: Import[]): string[] | undefined {
  const next = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    path.push(file)
    for (const { to } of next.get(file) ?? []) {
      const cycle = visit(to)
      if (cycle) return cycle
    }
    path.pop()
    done.add(file)
    return undefined
  }
  for (const file of next.keys()) {
    const cycle = visit(file)
    if (cycle) return cycle
  }
  return undefined
}

/** Imports of values at load time, and all imports. Lazy imports and types cannot make a cycle that hurts. */
export function readImports(file: string, text: string): { all: Import[]; eager: Import[] } {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    to: resolve(file, moduleRequest.value),
    types: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ to: resolve(file, moduleRequest.value), types: isType }] : [])),
  )
  const lazy = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const literal = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1]
    return literal ? [{ to: resolve(file, literal), types: true }] : []
  })
  const all = [...statics, ...exports, ...lazy]
  return { all: all.map(({ to }) => ({ from: file, to })), eager: all.filter(({ types }) => !types).map(({ to }) => ({ from: file, to })) }
}

function resolve(file: string, specifier: string): string {
  const own = /^@paydesk\/([^/]+)\/(.+)$/.exec(specifier)
  if (own) return `${existsSync(`packages/${own[1]}`) ? 'packages' : 'apps'}/${own[1]}/src/${own[2]}.ts`
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier
}

if (import.meta.main) {
  const files = roots.flatMap((pattern) => globSync(pattern)).sort()
  const read = files.map((file) => readImports(file, readFileSync(file, 'utf8')))
  const all = read.flatMap((imports) => imports.all)
  const breaches = all.flatMap((one) => {
    const why = breach(one)
    return why ? [`${one.from} → ${one.to}: ${why}`] : []
  })
  const cycle = findCycle(read.flatMap(({ eager }) => eager))
  if (cycle) breaches.push(`cycle: ${cycle.join(' → ')}`)
  if (files.length < 50 || all.length < files.length)
    breaches.push(`saw only ${files.length} modules and ${all.length} imports: the check itself is broken`)
  for (const line of breaches) console.error(line)
  console.log(`${files.length} modules, ${all.length} imports, ${breaches.length} breaches`)
  process.exit(breaches.length > 0 ? 1 : 0)
}
