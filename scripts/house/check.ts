/**
 * `node scripts/house/check.ts`: the map of the house holds. Fails on a breach, and when it saw too
 * little to mean anything.
 */
import { globSync, readFileSync } from 'node:fs'
import { unnamedColumns } from './columns.ts'
import { featureImports, findCycle } from './cycles.ts'
import { isTest } from './floors.ts'
import { breach } from './imports.ts'
import { knownSafe, patternSources, riskyPatterns } from './patterns.ts'
import { misplaced } from './places.ts'
import { readImports } from './readImports.ts'
import { filesHere } from './repository.ts'
import { outgrown, spread } from './sizes.ts'
import { foreignWrite } from './tables.ts'
import { tooWide } from './width.ts'
import { readWrites } from './writes.ts'

const read = (patterns: string[]) =>
  new Map(
    patterns
      .flatMap((pattern) => globSync(pattern))
      .sort()
      .map((file) => [file, readFileSync(file, 'utf8')]),
  )

const sources = read([
  'packages/*/src/**/*.{ts,tsx}',
  'apps/*/src/**/*.{ts,tsx}',
  'lab/**/*.ts',
  'scripts/**/*.ts',
])
const rest = read(['apps/*/src/**/*.css', 'apps/console/build/*'])
/** Stories and planted faults are lists: each entry stands for itself. */
const isList = (file: string) => file.endsWith('.e2e.ts') || file.startsWith('lab/faults/list/')
const parsed = [...sources].map(([file, text]) => readImports(file, text))
const imports = parsed.flatMap(({ all }) => all)
const server = [...sources].filter(([file]) => file.startsWith('apps/api/src/') && !isTest(file))
const writes = server.flatMap(([file, text]) => readWrites(file, text))
const production = new Map(
  [...sources, ...rest]
    .filter(([file]) => !isTest(file) && !isList(file))
    .map(([file, text]) => [file, text.split('\n').length - 1]),
)

const breaches = [
  ...filesHere()
    .filter((file) => /^(?:apps|packages|lab|scripts)\/.*\.[cm]?[jt]sx?$/.test(file))
    .flatMap((file) => {
      const why = misplaced(file)
      return why ? [`${file}: ${why}`] : []
    }),
  ...imports.flatMap((one) => {
    const why = breach(one)
    return why ? [`${one.from} → ${one.to}: ${why}`] : []
  }),
  ...parsed.flatMap(({ refused }) => refused),
  ...writes.flatMap((write) => foreignWrite(write) ?? []),
  ...server.flatMap(([file, text]) => unnamedColumns(file, text)),
  ...outgrown(production),
  ...tooWide(sources),
  ...riskyPatterns(read(patternSources), knownSafe()),
]
const features = findCycle(featureImports(imports))
if (features) breaches.push(`cycle of features: ${features.join(' → ')}`)
// Types count, tests too, and what loads later: a file that loads another is not read without it.
const cycle = findCycle(imports)
if (cycle) breaches.push(`cycle of files: ${cycle.join(' → ')}`)
if (sources.size < 500 || imports.length < sources.size || writes.length < 100)
  breaches.push(
    `saw only ${sources.size} modules, ${imports.length} imports, ${writes.length} writes: the check itself is broken`,
  )

for (const line of breaches) console.error(line)
const { median, p95, max } = spread(production)
console.log(
  `${sources.size} modules, ${imports.length} imports, ${writes.length} writes, ${breaches.length} breaches; ` +
    `lines per production file: median ${median}, p95 ${p95}, longest ${max}`,
)
process.exit(breaches.length > 0 ? 1 : 0)
