/**
 * `npm run torture -- <name> --seed N`: runs lab/torture/<name>/run.ts, which prints one JSON
 * object as its last line and fails when a bar is missed.
 */
import { existsSync, readdirSync } from 'node:fs'

const name = process.argv[2] ?? ''
const file = new URL(`../lab/torture/${name}/run.ts`, import.meta.url)
if (!/^\w+$/.test(name) || !existsSync(file)) {
  const known = readdirSync(new URL('../lab/torture', import.meta.url), {
    withFileTypes: true,
  }).flatMap((entry) =>
    entry.isDirectory() &&
    existsSync(new URL(`../lab/torture/${entry.name}/run.ts`, import.meta.url))
      ? [entry.name]
      : [],
  )
  console.error(`npm run torture -- ${known.join(' | ')} --seed N`)
  process.exit(1)
}
await import(file.href)
