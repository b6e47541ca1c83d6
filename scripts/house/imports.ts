/** Which part may import which: floors, features, apps and packages. */
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { features, floorsOf, placeOf, storyFloors } from './floors.ts'

export type Import = { from: string; to: string }

export const isTest = (file: string) => /\.test\.tsx?$|\/src\/test\//.test(file)

/** Why this import may not be, or undefined when it may. `to` is a file of ours, or a package's name. */
export function breach({ from, to }: Import): string | undefined {
  const [here, there] = [placeOf(from), placeOf(to)]
  if (here.app === 'packages/contract' && !isTest(from) && there.app !== here.app && to !== 'zod')
    return 'the contract imports zod and itself only'
  if (here.app === 'packages/paypal' && !isTest(from) && there.app && there.app !== here.app) return 'what PayPal says knows nothing of us'
  if (here.app.startsWith('apps/') && there.app.startsWith('apps/') && here.app !== there.app) return 'apps never import each other'
  if (/\/index\.tsx?$/.test(from)) return 'no barrel files'
  if (here.app !== there.app || isTest(from)) return undefined
  if (isTest(to)) return 'only tests import tests'
  return floorBreach(from, to)
}

function floorBreach(from: string, to: string): string | undefined {
  const [here, there] = [placeOf(from), placeOf(to)]
  const floors = floorsOf[here.app]
  if (!floors || here.floor === '') return undefined
  if (there.floor === '') return 'only entry points import entry points'
  const [height, depth] = [floors.indexOf(here.floor), floors.indexOf(there.floor)]
  if (height < 0 || depth < 0) return `${height < 0 ? here.floor : there.floor} is no floor: see scripts/house/floors.ts`
  if (depth < height) return `${here.floor} lies below ${there.floor}: nothing imports upwards`
  if (here.floor === there.floor && here.feature === there.feature) return undefined
  if (here.app === 'apps/console') return consoleBreach(here.floor, there.floor)
  if (here.app === 'apps/api' && there.floor !== 'lib' && !to.endsWith(`/${there.feature}/${there.feature}.ts`))
    return `of another feature only its ${there.feature}.ts may be imported`
  return undefined
}

const below = ['shared', 'ui', 'lib']
/** In the browser features share nothing but what lies below them: each is a page that loads by itself. */
const consoleBreach = (from: string, to: string): string | undefined =>
  from === 'app' || below.includes(from) || below.includes(to) ? undefined : 'a feature never imports another feature'

/** Why this file may not lie where it lies. */
export function misplaced(file: string): string | undefined {
  if (file.startsWith('e2e/')) return misplacedStory(file)
  const { app, floor, feature } = placeOf(file)
  const floors = floorsOf[app]
  if (!floors || floor === '' || floor === 'test') return undefined
  if (!floors.includes(floor)) return `${floor} is no floor: see scripts/house/floors.ts`
  if (app !== 'apps/api' || floor === 'lib') return undefined
  return features[floor as keyof typeof features].includes(feature)
    ? undefined
    : `${feature || 'a loose file'} is no feature of ${floor}: see scripts/house/floors.ts`
}

function misplacedStory(file: string): string | undefined {
  const [, floor, story] = file.split('/')
  if (!file.endsWith('.e2e.ts')) return undefined
  if (!story) return 'a story lies on the floor of what it is about'
  return storyFloors.includes(floor as string) ? undefined : `${floor} is no floor: see scripts/house/floors.ts`
}

/** The feature that a file belongs to, as the graph of features knows it; undefined where features do not matter. */
export function featureOf(file: string): string | undefined {
  const { app, floor, feature } = placeOf(file)
  return app && feature && floor !== 'lib' && !isTest(file) ? `${app}/${floor}/${feature}` : undefined
}

/** Imports between features, each pair once. Types count: a feature that knows another's types cannot be read without it. */
export function featureImports(imports: Import[]): Import[] {
  const pairs = new Map<string, Import>()
  for (const one of imports) {
    const [from, to] = [featureOf(one.from), featureOf(one.to)]
    if (from && to && from !== to) pairs.set(`${from} ${to}`, { from, to })
  }
  return [...pairs.values()]
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

/** Every import of a file, types included; `lazy` ones load later and cannot make a cycle of files. */
export function readImports(file: string, text: string): { all: Import[]; static: Import[] } {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const statics = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
  ]
  const lazy = module.dynamicImports.flatMap(
    ({ moduleRequest }) => /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1] ?? [],
  )
  const toImport = (specifier: string) => ({ from: file, to: resolve(file, specifier) })
  return { all: [...statics, ...lazy].map(toImport), static: statics.map(toImport) }
}

function resolve(file: string, specifier: string): string {
  const own = /^@paydesk\/([^/]+)\/(.+)$/.exec(specifier)
  if (own) return `${existsSync(`packages/${own[1]}`) ? 'packages' : 'apps'}/${own[1]}/src/${own[2]}.ts`
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier
}
