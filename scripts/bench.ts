/**
 * `npm run bench -- <name>`: runs lab/bench/<name>/run.ts, which prints one JSON object as its last
 * line and fails when a bar is missed.
 */
import { existsSync, readdirSync } from 'node:fs'

const name = process.argv[2] ?? ''
const file = new URL(`../lab/bench/${name}/run.ts`, import.meta.url)
if (!/^\w+$/.test(name) || !existsSync(file)) {
  const known = readdirSync(new URL('../lab/bench', import.meta.url)).filter((entry) =>
    existsSync(new URL(`../lab/bench/${entry}/run.ts`, import.meta.url)),
  )
  console.error(`npm run bench -- ${known.join(' | ')}`)
  process.exit(1)
}
await import(file.href)
