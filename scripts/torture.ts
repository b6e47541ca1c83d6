/** `npm run torture -- <name> --seed N`: runs torture/<name>/run.ts, which prints one JSON object as its last line and fails when a bar is missed. */
import { existsSync } from 'node:fs'

const name = process.argv[2] ?? ''
const file = new URL(`../torture/${name}/run.ts`, import.meta.url)
if (!/^\w+$/.test(name) || !existsSync(file)) {
  console.error('npm run torture -- bills|money|events|model|months|files|fuzz|deploy --seed N')
  process.exit(1)
}
await import(file.href)
