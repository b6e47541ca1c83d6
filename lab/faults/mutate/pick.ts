/** Which tests can notice a mutant of a file, the likeliest first. */
import { basename, dirname } from 'node:path'
import type { Graph } from './graph.ts'

/** No more are run for one mutant. */
const most = 12

/**
 * These load the whole application, or everything of one kind: whoever is loaded by them is not
 * told apart by it.
 */
const wholeApplication =
  /\/src\/test\/|apps\/api\/src\/(?:app|routes|jobs|worker|http|main)\.ts$|\/routes\.ts$|\/jobs\.ts$/

/**
 * By convention: the test of the same name, those beside the file, those of its feature, those that
 * import it. `also` knows better than the convention for a few files.
 */
export function pickTests(
  file: string,
  graph: Graph,
  also: Record<string, string[]> = {},
  limit = most,
): string[] {
  const folder = dirname(file)
  const stem = basename(file).replace(/\.tsx?$/, '')
  const distances = distancesOf(file, graph)
  const beside = graph.tests.filter((test) => dirname(test) === folder)
  const sameName = beside.filter((test) => stemOf(test).startsWith(stem))
  const inFeature = graph.tests.filter(
    (test) => dirname(test).startsWith(`${folder}/`) || isOfFeature(test, folder),
  )
  const byImport = graph.tests
    .filter((test) => distances.has(test))
    .sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0) || (a < b ? -1 : 1))
  const direct = byImport.filter((test) => distances.get(test) === 1)
  const ordered = [
    ...sameName,
    ...(also[file] ?? []),
    ...direct,
    ...beside,
    ...byImport,
    ...namesakes(file, graph),
    ...inFeature,
  ]
  return [...new Set(ordered)].slice(0, limit)
}

const stemOf = (test: string) => basename(test).replace(/\.test\.tsx?$/, '')

/**
 * The folders of features: apps/api/src/<floor>/<feature>, and the same without an app's features
 * in the packages.
 */
function isOfFeature(test: string, folder: string): boolean {
  const feature = /^apps\/api\/src\/[^/]+\/[^/]+/.exec(folder)?.[0]
  return feature !== undefined && test.startsWith(`${feature}/`)
}

/** A contract's file `billing/refund.ts` is what the API's feature `billing/refund` answers by. */
function namesakes(file: string, graph: Graph): string[] {
  const [, path] = /^packages\/contract\/src\/(.+)\.ts$/.exec(file) ?? []
  return path ? graph.tests.filter((test) => test.startsWith(`apps/api/src/${path}/`)) : []
}

/**
 * How many imports lie between a file and those that load it, without passing through the whole
 * application.
 */
function distancesOf(file: string, { importers }: Graph): Map<string, number> {
  const distances = new Map([[file, 0]])
  const queue = [file]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const distance = (distances.get(next) ?? 0) + 1
    for (const importer of importers.get(next) ?? []) {
      if (distances.has(importer) || wholeApplication.test(importer)) continue
      distances.set(importer, distance)
      queue.push(importer)
    }
  }
  return distances
}
