/**
 * `npm run bench -- <name>`: runs bench/<name>.ts, which prints one JSON object as its last line
 * and fails when a bar is missed.
 */
import { existsSync, readdirSync } from 'node:fs'

const name = process.argv[2] ?? ''
const file = new URL(`../bench/${name}.ts`, import.meta.url)
if (!/^\w+$/.test(name) || !existsSync(file)) {
  const known = readdirSync(new URL('../bench', import.meta.url)).flatMap(
    (entry) => entry.match(/^(\w+)\.ts$/)?.[1] ?? [],
  )
  console.error(`npm run bench -- ${known.join(' | ')}`)
  process.exit(1)
}
await import(file.href)
