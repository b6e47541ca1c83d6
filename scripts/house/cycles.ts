/** Circles among files and among features. */
import { isTest, placeOf } from './floors.ts'
import type { Import } from './readImports.ts'

/**
 * The feature that a file belongs to, as the graph of features knows it; undefined where
 * features do not matter.
 */
export function featureOf(file: string): string | undefined {
  const { app, floor, feature } = placeOf(file)
  return app && feature && floor !== 'lib' && !isTest(file)
    ? `${app}/${floor}/${feature}`
    : undefined
}

/**
 * Imports between features, each pair once. Types count: a feature that knows another's types
 * cannot be read without it.
 */
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
