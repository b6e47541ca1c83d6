import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/**
 * Budgets in kB (1000 bytes) of gzip; a page above its budget fails the build. Sizes are those of a
 * Chinese reader, as most readers are.
 */
const pages = {
  'login, JavaScript': { budget: 120, types: /\.js$/, loads: [/LoginPage\.tsx/] },
  'first list page before rows, all': {
    budget: 420,
    types: /./,
    loads: [
      /app\/Console\.tsx/,
      /Layout\.tsx/,
      /zh_CN/,
      /zh-CN\/inside/,
      /zh-CN\/billing\/bill\.ts/,
      /zh-cn/,
      /BillListPage\.tsx/,
    ],
  },
}
// The last one arrives after the page is shown, but every visit loads it.
const always = [/^index\.html$/, /app\/start\.tsx/, /zh-CN\/first/, /workbox-window/]

type Chunk = { file: string; imports?: string[]; css?: string[] }

const dist = new URL('../dist/', import.meta.url)
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(new URL('.vite/manifest.json', dist), 'utf8'),
)

function keysOf(pattern: RegExp): string[] {
  const keys = Object.keys(manifest).filter((key) => pattern.test(key))
  if (keys.length === 0)
    throw new Error(`${pattern} matches no chunk: the list of what a page loads is out of date`)
  return keys
}

/**
 * Collects a chunk and everything that it imports before it can run. Two chunks that import each
 * other may run before they are ready.
 */
function filesOf(key: string, seen: Set<string>, files: Set<string>, path: string[] = []) {
  const chunk = manifest[key]
  if (path.includes(key))
    throw new Error(`Chunks in a circle: ${[...path.slice(path.indexOf(key)), key].join(' > ')}`)
  if (!chunk || seen.has(key)) return
  seen.add(key)
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen, files, [...path, key])
}

for (const key of Object.keys(manifest)) filesOf(key, new Set(), new Set())

let failed = false
for (const [page, { budget, types, loads }] of Object.entries(pages)) {
  const files = new Set(['index.html'])
  const seen = new Set<string>()
  for (const key of [...always, ...loads].flatMap(keysOf)) filesOf(key, seen, files)
  const counted = [...files].filter((file) => types.test(file))
  const bytes = counted.reduce(
    (sum, file) => sum + gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length,
    0,
  )
  const size = bytes / 1000
  failed ||= size > budget
  process.stdout.write(
    `${page}: ${size.toFixed(1)} kB gzip in ${counted.length} files, budget ${budget} kB${size > budget ? ' — EXCEEDED' : ''}\n`,
  )
}
process.exitCode = failed ? 1 : 0
